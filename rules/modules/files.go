package modules

import "grognard/rules/document"

// The five files of a module as they are written. Every scalar is a document.Word with its position, which
// compile interprets: so all mistakes in a module are reported together, with line and column. Own holds the
// keys of the series.
type (
	gameFile struct {
		ID       document.Word                               `yaml:"id"`
		Title    document.Word                               `yaml:"title"`
		Series   document.Word                               `yaml:"series"`
		Edition  document.Word                               `yaml:"edition"`
		Errata   document.Word                               `yaml:"errata"`
		Turns    document.Word                               `yaml:"turns"`
		TurnDays document.Word                               `yaml:"turn-days"`
		FirstDay document.Word                               `yaml:"first-day"`
		Sides    document.List[sideFile]                     `yaml:"sides"`
		Marks    document.Dict[markFile]                     `yaml:"marks"`
		Control  document.Dict[document.List[document.Word]] `yaml:"control"`
		Own      document.Own                                `yaml:"*game.yaml"`
	}
	sideFile struct {
		ID    document.Word `yaml:"id"`
		Name  document.Word `yaml:"name"`
		Color document.Word `yaml:"color"`
	}
	markFile struct {
		Name document.Word `yaml:"name"`
		Rule document.Word `yaml:"rule"`
		Own  document.Own  `yaml:"*mark"`
	}

	chartsFile struct {
		Own document.Own `yaml:"*charts.yaml"`
	}

	mapFile struct {
		Columns document.Word                               `yaml:"columns"`
		Rows    rowsFile                                    `yaml:"rows"`
		High    document.Word                               `yaml:"high"`
		Across  document.Word                               `yaml:"across"`
		Ground  document.Word                               `yaml:"ground"`
		Note    document.Word                               `yaml:"note"`
		Land    document.List[regionFile]                   `yaml:"land"`
		Hexes   document.Dict[document.List[document.Word]] `yaml:"hexes"`
		Water   document.List[courseFile]                   `yaml:"water"`
		Ways    document.List[wayFile]                      `yaml:"ways"`
		Places  document.List[placeFile]                    `yaml:"places"`
		Entry   document.Dict[areaFile]                     `yaml:"entry"`
		Supply  document.Dict[document.List[document.Word]] `yaml:"supply"`
		Own     document.Own                                `yaml:"*map.yaml"`
	}
	rowsFile struct {
		Odd  document.List[document.Word] `yaml:"odd"`
		Even document.List[document.Word] `yaml:"even"`
	}
	regionFile struct {
		Name  document.Word                `yaml:"name"`
		Kind  document.Word                `yaml:"kind"`
		Hexes document.List[document.Word] `yaml:"hexes"`
	}
	courseFile struct {
		Name  document.Word                `yaml:"name"`
		Kind  document.Word                `yaml:"kind"`
		Sides document.List[document.Word] `yaml:"sides"`
	}
	wayFile struct {
		Name document.Word                `yaml:"name"`
		Kind document.Word                `yaml:"kind"`
		Path document.List[document.Word] `yaml:"path"`
	}
	placeFile struct {
		Hex  document.Word `yaml:"hex"`
		Name document.Word `yaml:"name"`
		Kind document.Word `yaml:"kind"`
		VP   document.Word `yaml:"vp"`
	}
	areaFile struct {
		Side   document.Word                `yaml:"side"`
		Hexes  document.List[document.Word] `yaml:"hexes"`
		Supply document.Word                `yaml:"supply"`
	}

	unitsFile struct {
		Types document.Dict[typeFile] `yaml:"types"`
		Units document.Dict[unitFile] `yaml:"units"`

		Abbreviations document.Dict[document.Word] `yaml:"abbreviations"`

		Own document.Own `yaml:"*units.yaml"`
	}
	typeFile struct {
		Side   document.Word `yaml:"side"`
		Symbol document.Word `yaml:"symbol"`
		Size   document.Word `yaml:"size"`
		Own    document.Own  `yaml:"*type"`
	}
	unitFile struct {
		Type      document.Word `yaml:"type"`
		Name      document.Word `yaml:"name"`
		Short     document.Word `yaml:"short"`
		Formation document.Word `yaml:"formation"`
		Own       document.Own  `yaml:"*unit"`
	}

	setupFile struct {
		Scenarios document.List[scenarioFile] `yaml:"scenarios"`
		Own       document.Own                `yaml:"*setup.yaml"`
	}
	scenarioFile struct {
		ID       document.Word                           `yaml:"id"`
		Name     document.Word                           `yaml:"name"`
		Turns    document.Word                           `yaml:"turns"`
		Like     document.Word                           `yaml:"like"`
		Own      document.Own                            `yaml:"*scenario"`
		Setup    document.Dict[document.List[groupFile]] `yaml:"setup"`
		Arrivals document.List[arrivalFile]              `yaml:"arrivals"`
	}
	groupFile struct {
		At           document.Word                `yaml:"at"`
		Within       document.Word                `yaml:"within"`
		Hexes        document.List[document.Word] `yaml:"hexes"`
		Entry        document.Word                `yaml:"entry"`
		IfControlled document.Word                `yaml:"if-controlled"`
		Units        document.List[document.Word] `yaml:"units"`
		Reduced      document.List[document.Word] `yaml:"reduced"`
	}
	arrivalFile struct {
		Turn   document.Word            `yaml:"turn"`
		Side   document.Word            `yaml:"side"`
		Groups document.List[groupFile] `yaml:"groups"`
		Own    document.Own             `yaml:"*arrival"`
	}
)
