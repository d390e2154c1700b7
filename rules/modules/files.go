package modules

// The five files of a module as they are written. Every scalar is a word, which
// remembers where it stands, and is given its meaning in compile: so all that is
// wrong with a module is told at once, each with its line and column.
type (
	gameFile struct {
		ID       word             `yaml:"id"`
		Title    word             `yaml:"title"`
		Series   word             `yaml:"series"`
		Edition  word             `yaml:"edition"`
		Turns    word             `yaml:"turns"`
		TurnDays word             `yaml:"turn-days"`
		FirstDay word             `yaml:"first-day"`
		Sides    list[sideFile]   `yaml:"sides"`
		Phases   dict[list[word]] `yaml:"phases"`
		Stacking stackingFile     `yaml:"stacking"`
		Overrun  word             `yaml:"overrun"`
		Rules    struct {
			Sequence word `yaml:"sequence"`
			Terrain  word `yaml:"terrain"`
			Stacking word `yaml:"stacking"`
			Overrun  word `yaml:"overrun"`
			Supply   word `yaml:"supply"`

			Air          word `yaml:"air"`
			Strikes      word `yaml:"strikes"`
			Breakdowns   word `yaml:"breakdowns"`
			Garrisons    word `yaml:"garrisons"`
			Replacements word `yaml:"replacements"`
			Withdrawal   word `yaml:"withdrawal"`
			Keepers      word `yaml:"keepers"`
			Accent       word `yaml:"accent"`
			Victory      word `yaml:"victory"`
			Places       word `yaml:"places"`
			Cup          word `yaml:"cup"`
		} `yaml:"rules"`
		Marks  dict[markFile] `yaml:"marks"`
		Supply struct {
			Dies list[word] `yaml:"dies"`
		} `yaml:"supply"`
		Air        dict[airFile]    `yaml:"air"`
		Withdrawal withdrawalFile   `yaml:"withdrawal"`
		Accent     word             `yaml:"accent"`
		Control    dict[list[word]] `yaml:"control"`
		Victory    struct {
			Count  word            `yaml:"count"`
			Levels list[levelFile] `yaml:"levels"`
		} `yaml:"victory"`
	}
	sideFile struct {
		ID    word `yaml:"id"`
		Name  word `yaml:"name"`
		Color word `yaml:"color"`
	}
	stackingFile struct {
		Limit   word       `yaml:"limit"`
		Phases  list[word] `yaml:"phases"`
		Retreat word       `yaml:"retreat"`
	}
	markFile struct {
		Name     word `yaml:"name"`
		Rule     word `yaml:"rule"`
		Attack   word `yaml:"attack"`
		Defence  word `yaml:"defence"`
		Movement word `yaml:"movement"`
		Zone     word `yaml:"zone"`
		Exploit  word `yaml:"exploit"`
	}
	airFile struct {
		Phases     list[word] `yaml:"phases"`
		Breakdowns word       `yaml:"breakdowns"`
	}
	withdrawalFile struct {
		Side word             `yaml:"side"`
		Keep list[keeperFile] `yaml:"keep"`
	}
	keeperFile struct {
		Count word `yaml:"count"`
		Type  word `yaml:"type"`
	}
	levelFile struct {
		AtLeast word `yaml:"at-least"`
		ID      word `yaml:"id"`
		Name    word `yaml:"name"`
	}

	chartsFile struct {
		Terrain dict[dict[rowFile]] `yaml:"terrain"`
		Combat  struct {
			Dice    word             `yaml:"dice"`
			Columns list[word]       `yaml:"columns"`
			Rows    dict[list[word]] `yaml:"rows"`
		} `yaml:"combat"`
	}
	rowFile struct {
		Move       word `yaml:"move"`
		Shift      word `yaml:"shift"`
		Barrage    word `yaml:"barrage"`
		Attack     word `yaml:"attack"`
		Defence    word `yaml:"defence"`
		Overrun    word `yaml:"overrun"`
		Prohibited word `yaml:"prohibited"`
		Retreat    word `yaml:"retreat"`
	}

	mapFile struct {
		Columns word             `yaml:"columns"`
		Rows    rowsFile         `yaml:"rows"`
		High    word             `yaml:"high"`
		Across  word             `yaml:"across"`
		Ground  word             `yaml:"ground"`
		Note    word             `yaml:"note"`
		Land    list[regionFile] `yaml:"land"`
		Hexes   dict[list[word]] `yaml:"hexes"`
		Water   list[courseFile] `yaml:"water"`
		Ways    list[wayFile]    `yaml:"ways"`
		Places  list[placeFile]  `yaml:"places"`
		Entry   dict[areaFile]   `yaml:"entry"`
		Supply  dict[list[word]] `yaml:"supply"`
	}
	rowsFile struct {
		Odd  list[word] `yaml:"odd"`
		Even list[word] `yaml:"even"`
	}
	regionFile struct {
		Name  word       `yaml:"name"`
		Kind  word       `yaml:"kind"`
		Hexes list[word] `yaml:"hexes"`
	}
	courseFile struct {
		Name  word       `yaml:"name"`
		Kind  word       `yaml:"kind"`
		Sides list[word] `yaml:"sides"`
	}
	wayFile struct {
		Name word       `yaml:"name"`
		Kind word       `yaml:"kind"`
		Path list[word] `yaml:"path"`
	}
	placeFile struct {
		Hex  word `yaml:"hex"`
		Name word `yaml:"name"`
		Kind word `yaml:"kind"`
		VP   word `yaml:"vp"`
	}
	areaFile struct {
		Side   word       `yaml:"side"`
		Hexes  list[word] `yaml:"hexes"`
		Supply word       `yaml:"supply"`
	}

	unitsFile struct {
		Types dict[typeFile]   `yaml:"types"`
		Units dict[unitFile]   `yaml:"units"`
		Air   dict[ratingFile] `yaml:"air"`
	}
	ratingFile struct {
		Regular   word `yaml:"regular"`
		Breakdown word `yaml:"breakdown"`
		Estimate  word `yaml:"estimate"`
	}
	typeFile struct {
		Side     word `yaml:"side"`
		Symbol   word `yaml:"symbol"`
		Size     word `yaml:"size"`
		Full     word `yaml:"full"`
		Reduced  word `yaml:"reduced"`
		Exploit  word `yaml:"exploit"`
		Estimate word `yaml:"estimate"`
	}
	unitFile struct {
		Type      word `yaml:"type"`
		Name      word `yaml:"name"`
		Formation word `yaml:"formation"`
	}

	setupFile struct {
		Scenarios list[scenarioFile] `yaml:"scenarios"`
	}
	scenarioFile struct {
		ID       word                  `yaml:"id"`
		Name     word                  `yaml:"name"`
		Turns    word                  `yaml:"turns"`
		Like     word                  `yaml:"like"`
		Cup      list[word]            `yaml:"cup"`
		Setup    dict[list[groupFile]] `yaml:"setup"`
		Arrivals list[arrivalFile]     `yaml:"arrivals"`
	}
	groupFile struct {
		At           word       `yaml:"at"`
		Within       word       `yaml:"within"`
		Hexes        list[word] `yaml:"hexes"`
		Entry        word       `yaml:"entry"`
		IfControlled word       `yaml:"if-controlled"`
		Units        list[word] `yaml:"units"`
		Reduced      list[word] `yaml:"reduced"`
	}
	arrivalFile struct {
		Turn         word            `yaml:"turn"`
		Side         word            `yaml:"side"`
		Air          word            `yaml:"air"`
		Replacements word            `yaml:"replacements"`
		Withdrawal   list[word]      `yaml:"withdrawal"`
		Groups       list[groupFile] `yaml:"groups"`
	}
)
