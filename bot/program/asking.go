package program

import (
	"strings"

	"grognard/bot/console"
	"grognard/bot/lookup"
	"grognard/rules/letters"
)

// askFlags are the flags of all look-ups.
type askFlags struct {
	JSON bool `help:"Answer in JSON."`
}

type gameFlags struct {
	askFlags
	Module  string `required:"" placeholder:"ID" help:"The game, such as afb."`
	Modules string `placeholder:"DIR" help:"Folder of modules of your own."`
}

type oddsFlags struct {
	gameFlags
	Attack  string         `required:"" placeholder:"STRENGTH" help:"Strength of the attack, such as 9+4/2."`
	Defence string         `placeholder:"STRENGTH" help:"Strength of the defence; none where the table reads a strength alone."`
	Shift   letters.Number `placeholder:"COLUMNS" help:"Shift of the column, to the left when negative."`
	Table   string         `placeholder:"ID" help:"Table; the first of a fight without it."`
	modifierFlags
}

// modifierFlags are the flags of look-ups with which modifiers can be named.
type modifierFlags struct {
	Modifiers string `placeholder:"NAMES" help:"Named modifiers of the game, with commas."`
}

type rollFlags struct {
	askFlags
	Dice  string `arg:"" help:"Such as 2d6, d66, 3d6+1 or 4d6kh3."`
	Times int    `default:"1" placeholder:"N" help:"How often; once without it."`
	Label string `placeholder:"TEXT" help:"What the dice are for."`
}

type tableFlags struct {
	gameFlags
	Table string `placeholder:"ID" help:"Table; the first without it."`
	Odds  string `placeholder:"COLUMN" help:"Column to mark, such as 3:1 or 9:4."`
	Roll  string `placeholder:"N" help:"Roll to mark, such as 7; the table's dice, such as 2d6, to throw them."`
	modifierFlags
}

type terrainFlags struct {
	gameFlags
	Kind string `placeholder:"TERRAIN" help:"Kind of terrain, such as swamp or river; every kind without it."`
	Side string `placeholder:"SIDE" help:"Side, such as german; every side without it."`
}

type ruleFlags struct {
	askFlags
	Module  string   `placeholder:"ID" help:"The game whose books are asked; without it the series' alone."`
	Modules string   `placeholder:"DIR" help:"Folder of modules of your own."`
	Words   []string `arg:"" name:"words" help:"A paragraph such as 9.1c, or a question."`
}

// askRule looks up a question about the rules.
func askRule(f ruleFlags, w Environment) error {
	c, err := console.New(w.Stdout, f.JSON)
	if err != nil {
		return err
	}
	own, err := ownModules(f.Modules)
	if err != nil {
		return err
	}
	var game *lookup.Book
	if f.Module != "" {
		if game, err = lookup.New(own).Book(f.Module); err != nil {
			return c.Refused(err)
		}
	}
	rules, err := lookup.NewRules()
	if err != nil {
		return err
	}
	rules = rules.Of(game)
	return c.Refused(c.Rule(rules, rules.Index(), game != nil, strings.Join(f.Words, " ")))
}

func rollDice(f rollFlags, w Environment) error {
	c, err := console.New(w.Stdout, f.JSON)
	if err != nil {
		return err
	}
	t, err := lookup.Throw(w.Entropy, f.Dice, f.Times, f.Label)
	if err != nil {
		return c.Refused(err)
	}
	return c.Throw(t)
}

// ask answers a look-up in a game.
func ask(f gameFlags, w Environment, answer func(console.Console, *lookup.Book) error) error {
	c, err := console.New(w.Stdout, f.JSON)
	if err != nil {
		return err
	}
	own, err := ownModules(f.Modules)
	if err != nil {
		return err
	}
	b, err := lookup.New(own).Book(f.Module)
	if err == nil {
		err = answer(c, b)
	}
	return c.Refused(err)
}
