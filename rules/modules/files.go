package modules

import (
	"grognard/rules/document"
	"grognard/rules/handicap"
)

// The five files of a module as they are written. Every scalar is a document.Word with its position, which compile
// interprets: so all mistakes of a module are reported together, with their places. Own holds the keys of the series.
type (
	gameFile struct {
		ID, Title, Series, Edition, Errata, Turns, TurnDays, FirstDay document.Word
		Sides                                                         document.List[sideFile]
		Marks                                                         document.Dict[markFile]
		Control                                                       document.Dict[document.List[document.Word]]
		Handicap                                                      document.Dict[handicap.File]
		Own                                                           document.Own `yaml:"*game.yaml"`
	}
	sideFile struct {
		ID, Name, Color document.Word
	}
	markFile struct {
		Name, Rule document.Word
		Own        document.Own `yaml:"*mark"`
	}

	chartsFile struct {
		Own document.Own `yaml:"*charts.yaml"`
	}

	mapFile struct {
		Columns                    document.Word
		Rows                       rowsFile
		High, Across, Ground, Note document.Word
		Cases                      document.Word
		Land                       document.List[regionFile]
		Hexes                      document.Dict[document.List[document.Word]]
		Water                      document.List[courseFile]
		Ways                       document.List[wayFile]
		Places                     document.List[placeFile]
		Entry                      document.Dict[areaFile]
		Supply                     document.Dict[document.List[document.Word]]
		Own                        document.Own `yaml:"*map.yaml"`
	}
	rowsFile struct {
		Odd, Even document.List[document.Word]
	}
	regionFile struct {
		Name, Kind document.Word
		Hexes      document.List[document.Word]
	}
	courseFile struct {
		Name, Kind document.Word
		Sides      document.List[document.Word]
	}
	wayFile struct {
		Name, Kind document.Word
		Path       document.List[document.Word]
	}
	placeFile struct {
		Hex, Name, Kind, VP document.Word
	}
	areaFile struct {
		Side   document.Word
		Hexes  document.List[document.Word]
		Supply document.Word
	}

	unitsFile struct {
		Types document.Dict[typeFile]
		Units document.Dict[unitFile]

		Abbreviations document.Dict[document.Word]

		Own document.Own `yaml:"*units.yaml"`
	}
	typeFile struct {
		Side, Symbol, Size document.Word
		Own                document.Own `yaml:"*type"`
	}
	unitFile struct {
		Type, Name, Short, Formation document.Word
	}

	setupFile struct {
		Scenarios document.List[scenarioFile]
	}
	scenarioFile struct {
		ID, Name, Turns, Like document.Word
		Own                   document.Own `yaml:"*scenario"`
		Setup                 document.Dict[document.List[groupFile]]
		Arrivals              document.List[arrivalFile]
	}
	groupFile struct {
		At, Within          document.Word
		Hexes               document.List[document.Word]
		Entry, IfControlled document.Word
		Units, Reduced      document.List[document.Word]
	}
	arrivalFile struct {
		Turn, Side document.Word
		Groups     document.List[groupFile]
		Own        document.Own `yaml:"*arrival"`
	}
)
