package scs

import (
	"errors"

	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// table lists the verbs of the series.
func table(g *game.Game) []game.Verb {
	units := order.Option{Name: "units", Kind: order.Units, Required: true}
	path := order.Option{Name: "path", Kind: order.Path, Required: true}
	hexAs := func(name string) order.Option {
		return order.Option{Name: name, Kind: order.Hex, Required: true, Key: "hex"}
	}
	form := func(v order.Verb, rule string, options ...order.Option) choice.Form {
		return choice.Form{Spec: order.Spec{Verb: v, Rule: rule, Options: options}}
	}
	place := form("place", "set-up 1", units, hexAs("hex"))
	place.Near, place.Stacks = "hex", true
	reinforce := form("reinforce", "5.0", units, hexAs("hex"))
	reinforce.Near, reinforce.From, reinforce.Arrives = "hex", state.Coming, true
	move := form("move", "3.0", units, order.Option{Name: "to", Kind: order.Hex, Key: "hex"},
		order.Option{Name: "path", Kind: order.Path})
	move.Near, move.Either = "to", true
	overrun := form(game.OverrunFight, "6.0", units, hexAs("target"))
	attack := form(game.AttackFight, "7.0", hexAs("target"), units)
	overrun.Fight, attack.Fight = true, true
	planned := attack
	planned.Spec.Verb = order.PlannedAttack
	losses := form("losses", "8.0", units)
	losses.Counted = true
	hold := form("hold", "9.2", order.Option{Name: "hexes", Kind: order.Count, Required: true, Key: "n"})
	retreat := form("retreat", "9.0", units, path)
	retreat.Near = "path"
	idle := order.Option{Name: order.Idle, Kind: order.Word, Words: []string{order.Idle}, Silent: true, Key: "word"}
	pile := form("stack order", "4.0c", hexAs("hex"), units)
	pile.AsPiled = true
	type resolver = func(*game.Game, *state.Scratch, order.Order, dice.Roller) error
	does := func(resolve resolver) func(*state.Scratch, order.Order, dice.Roller) error {
		return func(sc *state.Scratch, o order.Order, r dice.Roller) error { return resolve(g, sc, o, r) }
	}
	return []game.Verb{
		{Form: place, When: law.WhenPlace, Next: law.NextPlace, Check: law.CheckPlace, Done: law.NeedHex,
			Notes:   func(*game.Attempt) []view.Text { return []view.Text{view.T("note.place")} },
			Resolve: does(play.Place)},
		{Form: reinforce, When: law.WhenReinforce, Next: law.NextReinforce, Check: law.CheckReinforce,
			Done: law.NeedHex, Warn: law.WarnOverLimit, Resolve: does(play.Reinforce)},
		{Form: move, When: law.WhenMove, Next: law.NextMove, Check: law.CheckMove, Done: law.NeedHex,
			Costs: show.MoveCosts, Risks: law.MoveRisks, Notes: law.MoveNotes, Warn: law.WarnMove,
			Resolve: does(play.Move)},
		{Form: overrun, When: law.WhenOverrun, Next: law.NextOverrun, Check: law.CheckOverrun, Done: law.DoneOverrun,
			Notes: func(*game.Attempt) []view.Text {
				return []view.Text{view.T("note.overrun", "n", law.OverrunPoints)}
			}, Warn: law.WarnMove, Resolve: does(play.Overrun)},
		{Form: attack, When: law.WhenAttack, Next: law.NextAttack, Check: law.CheckAttack, Done: law.DoneAttack,
			Resolve: does(play.Attack)},
		{Form: losses, When: law.WhenOwed("losses"), Next: law.NextLosses, Check: law.CheckLosses,
			Done: law.DoneLosses, Fatal: true, Warn: law.WarnLosses, Resolve: does(play.Lose)},
		{Form: hold, When: law.WhenOwed("retreat"), Next: law.NextHold, Check: law.CheckHold, Done: law.DoneHold,
			Fatal: true, Warn: law.WarnHold, Resolve: does(play.Hold)},
		{Form: retreat, When: law.WhenOwed("retreat"), Next: law.NextByHex, Check: law.CheckRetreat, Fatal: true,
			Done: law.DoneRetreat, Risks: law.RetreatRisks, Warn: law.WarnRetreat, Resolve: does(play.Retreat)},
		{Form: form("advance", "10.0", units, path), When: law.WhenOwed("advance"), Next: law.NextByHex,
			Check: law.CheckAdvance, Done: law.DoneAdvance, Risks: law.AdvanceRisks, Warn: law.WarnNoSupply,
			Resolve: does(play.Advance)},
		{Form: form("pass", "10.0"), When: law.WhenPass, Risks: law.PassRisks, Resolve: does(play.Pass)},
		{Form: form("remove", "4.0a", units), When: law.WhenOwed("remove"), Next: law.NextRemove,
			Check: law.CheckRemove, Done: law.DoneRemove, Fatal: true, Warn: law.WarnRemove,
			Resolve: does(play.Remove)},
		{Form: pile, When: law.WhenOwnPhase, Next: law.NextPile, Check: law.CheckPile, Done: law.DonePile,
			Resolve: does(play.Pile)},
		{Form: form("end", "1.0", idle), When: law.WhenEnd, Warn: law.WarnEnd, Resolve: does(play.End)},
		{Form: planned, Unlisted: true, When: law.WhenPlanning, Next: law.NextAttack,
			Check: law.CheckAttack, Done: law.DoneAttack,
			Resolve: func(*state.Scratch, order.Order, dice.Roller) error { return errors.New("it is only planned") }},
	}
}

// hooks returns what the series adds to the checks that every order goes through.
func hooks(g *game.Game) choice.Hooks[*game.Attempt] {
	return choice.Hooks[*game.Attempt]{
		New:         func(c choice.Choice) *game.Attempt { return &game.Attempt{Choice: c, Game: g} },
		NotOwnUnit:  law.NotOwnUnit,
		NotOnMap:    law.NotOnMap,
		OffMap:      law.OffMap,
		EnemyOnPath: law.EnemyOnPath,
		Compare:     law.ByBook,
	}
}
