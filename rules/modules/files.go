package modules

import "grognard/rules/document"

// The five files of a module as they are written. Every scalar is a word, which
// remembers where it stands, and is given its meaning in compile: so all that is
// wrong with a module is told at once, each with its line and column.
type (
	gameFile struct {
		ID       document.Word                               `yaml:"id"`
		Title    document.Word                               `yaml:"title"`
		Series   document.Word                               `yaml:"series"`
		Edition  document.Word                               `yaml:"edition"`
		Turns    document.Word                               `yaml:"turns"`
		TurnDays document.Word                               `yaml:"turn-days"`
		FirstDay document.Word                               `yaml:"first-day"`
		Sides    document.List[sideFile]                     `yaml:"sides"`
		Phases   document.Dict[document.List[document.Word]] `yaml:"phases"`
		Stacking stackingFile                                `yaml:"stacking"`
		Overrun  document.Word                               `yaml:"overrun"`
		Rules    struct {
			Sequence document.Word `yaml:"sequence"`
			Terrain  document.Word `yaml:"terrain"`
			Stacking document.Word `yaml:"stacking"`
			Overrun  document.Word `yaml:"overrun"`
			Supply   document.Word `yaml:"supply"`

			Air          document.Word `yaml:"air"`
			Strikes      document.Word `yaml:"strikes"`
			Breakdowns   document.Word `yaml:"breakdowns"`
			Garrisons    document.Word `yaml:"garrisons"`
			Replacements document.Word `yaml:"replacements"`
			Withdrawal   document.Word `yaml:"withdrawal"`
			Keepers      document.Word `yaml:"keepers"`
			Accent       document.Word `yaml:"accent"`
			Victory      document.Word `yaml:"victory"`
			Places       document.Word `yaml:"places"`
			Cup          document.Word `yaml:"cup"`
		} `yaml:"rules"`
		Marks  document.Dict[markFile] `yaml:"marks"`
		Supply struct {
			Dies document.List[document.Word] `yaml:"dies"`
		} `yaml:"supply"`
		Air        document.Dict[airFile]                      `yaml:"air"`
		Withdrawal withdrawalFile                              `yaml:"withdrawal"`
		Accent     document.Word                               `yaml:"accent"`
		Control    document.Dict[document.List[document.Word]] `yaml:"control"`
		Victory    struct {
			Count  document.Word            `yaml:"count"`
			Levels document.List[levelFile] `yaml:"levels"`
		} `yaml:"victory"`
	}
	sideFile struct {
		ID    document.Word `yaml:"id"`
		Name  document.Word `yaml:"name"`
		Color document.Word `yaml:"color"`
	}
	stackingFile struct {
		Limit   document.Word                `yaml:"limit"`
		Phases  document.List[document.Word] `yaml:"phases"`
		Retreat document.Word                `yaml:"retreat"`
	}
	markFile struct {
		Name     document.Word `yaml:"name"`
		Rule     document.Word `yaml:"rule"`
		Attack   document.Word `yaml:"attack"`
		Defence  document.Word `yaml:"defence"`
		Movement document.Word `yaml:"movement"`
		Zone     document.Word `yaml:"zone"`
		Exploit  document.Word `yaml:"exploit"`
	}
	airFile struct {
		Phases     document.List[document.Word] `yaml:"phases"`
		Breakdowns document.Word                `yaml:"breakdowns"`
	}
	withdrawalFile struct {
		Side document.Word             `yaml:"side"`
		Keep document.List[keeperFile] `yaml:"keep"`
	}
	keeperFile struct {
		Count document.Word `yaml:"count"`
		Type  document.Word `yaml:"type"`
	}
	levelFile struct {
		AtLeast document.Word `yaml:"at-least"`
		ID      document.Word `yaml:"id"`
		Name    document.Word `yaml:"name"`
	}

	chartsFile struct {
		Terrain document.Dict[document.Dict[rowFile]] `yaml:"terrain"`
		Combat  struct {
			Dice    document.Word                               `yaml:"dice"`
			Columns document.List[document.Word]                `yaml:"columns"`
			Rows    document.Dict[document.List[document.Word]] `yaml:"rows"`
		} `yaml:"combat"`
	}
	rowFile struct {
		Move       document.Word `yaml:"move"`
		Shift      document.Word `yaml:"shift"`
		Barrage    document.Word `yaml:"barrage"`
		Attack     document.Word `yaml:"attack"`
		Defence    document.Word `yaml:"defence"`
		Overrun    document.Word `yaml:"overrun"`
		Prohibited document.Word `yaml:"prohibited"`
		Retreat    document.Word `yaml:"retreat"`
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
		Types document.Dict[typeFile]   `yaml:"types"`
		Units document.Dict[unitFile]   `yaml:"units"`
		Air   document.Dict[ratingFile] `yaml:"air"`
	}
	ratingFile struct {
		Regular   document.Word `yaml:"regular"`
		Breakdown document.Word `yaml:"breakdown"`
		Estimate  document.Word `yaml:"estimate"`
	}
	typeFile struct {
		Side     document.Word `yaml:"side"`
		Symbol   document.Word `yaml:"symbol"`
		Size     document.Word `yaml:"size"`
		Full     document.Word `yaml:"full"`
		Reduced  document.Word `yaml:"reduced"`
		Exploit  document.Word `yaml:"exploit"`
		Estimate document.Word `yaml:"estimate"`
	}
	unitFile struct {
		Type      document.Word `yaml:"type"`
		Name      document.Word `yaml:"name"`
		Formation document.Word `yaml:"formation"`
	}

	setupFile struct {
		Scenarios document.List[scenarioFile] `yaml:"scenarios"`
	}
	scenarioFile struct {
		ID       document.Word                           `yaml:"id"`
		Name     document.Word                           `yaml:"name"`
		Turns    document.Word                           `yaml:"turns"`
		Like     document.Word                           `yaml:"like"`
		Cup      document.List[document.Word]            `yaml:"cup"`
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
		Turn         document.Word                `yaml:"turn"`
		Side         document.Word                `yaml:"side"`
		Air          document.Word                `yaml:"air"`
		Replacements document.Word                `yaml:"replacements"`
		Withdrawal   document.List[document.Word] `yaml:"withdrawal"`
		Groups       document.List[groupFile]     `yaml:"groups"`
	}
)
