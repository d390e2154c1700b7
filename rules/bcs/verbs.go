package bcs

import (
	"grognard/rules/bcs/ahead"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/isolation"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/play"
	"grognard/rules/bcs/reasons"
	"grognard/rules/bcs/show"
	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

type verb = choice.Verb[*game.Attempt]

// table lists the orders of the series.
func table(g *game.Game) []verb {
	var formations, names []string
	for _, f := range g.Data.Formations {
		formations, names = append(formations, string(f.ID)), append(names, f.Name)
	}
	units := order.Option{Name: "units", Kind: order.Units, Required: true}
	unit := order.Option{Name: "unit", Kind: order.Units, Required: true}
	const required, optional = true, false
	hexAs := func(name string, isRequired bool) order.Option {
		return order.Option{Name: name, Kind: order.Hex, Required: isRequired, Key: "hex"}
	}
	formation := order.Option{Name: "formation", Kind: order.Group, Required: true, Words: formations, Names: names}
	form := func(v order.Verb, rule string, options ...order.Option) choice.Form {
		return choice.Form{Spec: order.Spec{Verb: v, Rule: rule, Options: options}}
	}
	does := func(resolve func(*game.Game, *state.Scratch, order.Order,
		dice.Roller) error) func(*state.Scratch, order.Order, dice.Roller) error {
		return func(sc *state.Scratch, o order.Order, r dice.Roller) error { return resolve(g, sc, o, r) }
	}
	move := form("move", "4.2f", units, hexAs("to", optional), order.Option{Name: "path", Kind: order.Path})
	move.Near, move.Either, move.From = "to", true, state.Coming
	engage := form("engage", "7.1", unit, hexAs("target", required),
		order.Option{Name: "with", Kind: order.Word, Words: []string{law.WithSupport}})
	engage.Fight = true
	// mission completes a form by a mission and the points that fire it.
	mission := func(f choice.Form, isRequired bool) choice.Form {
		f.Fight = true
		f.Options = append(f.Options, order.Option{Name: combat.MissionOption, Kind: order.Word, Required: isRequired,
			Words: combat.Missions()}, order.Option{Name: game.ArtyOption, Kind: order.Count},
			order.Option{Name: game.AirOption, Kind: order.Count})
		return f
	}
	barrage := mission(form("barrage", "8.0", hexAs("target", required),
		order.Option{Name: "spotter", Kind: order.Units, Required: true, Key: "unit"}), required)
	barrage.Label = "barrage-mission" // to tell it from an Attack by Fire
	shot := form("fire", "8.3", unit, hexAs("target", required))
	shot.Fight = true
	attack := mission(form(game.Attack, "7.2", unit, hexAs("target", required),
		order.Option{Name: combat.AssistOption, Kind: order.Units}), optional)
	shock := mission(form(game.Shock, "7.3", unit, hexAs("target", required)), optional)
	losses := form("losses", "7.1", units)
	losses.Counted = true
	refit := form("refit", "9.4", unit, order.Option{Name: "kind", Kind: order.Word, Required: true,
		Words: []string{game.AVPoint, game.OtherPoint}})
	refit.From = state.Dead
	idle := order.Option{Name: order.Idle, Kind: order.Word, Words: []string{order.Idle}, Silent: true, Key: "word"}
	assets := order.Option{Name: "asset", Kind: order.Group, Required: true, Words: law.Assets(g),
		Names: law.AssetNames(g)}
	retreat := form("retreat", "7.5", units, hexAs("to", required))
	fallback := form("fallback", "7.5", units, hexAs("to", required))
	retreat.Near, fallback.Near, retreat.From = "to", "to", game.Returning
	verbs := []verb{
		{Form: form("activate", law.Sequence, formation), When: law.WhenPhase(game.Activations),
			Next: law.NextFormation, Check: law.CheckActivate, Done: law.NeedWord, Costs: show.SnafuChances,
			Risks: ahead.SupplyRisks, Resolve: does(play.Activate)},
		{Form: form("recover", "10.4"), When: law.WhenRecover, Fatal: true, Warn: isolation.Warned(ahead.WarnRecover),
			Resolve: does(play.Recover)},
		{Form: form("prepare", "4.5"), When: law.WhenPrepare, Resolve: does(play.PrepareDefense)},
		{Form: form("unprepare", "4.5"), When: law.WhenUnprepare, Resolve: does(play.GiveUpDefense)},
		{Form: form("snafu", law.Sequence), When: law.WhenSnafu, Resolve: does(play.Snafu)},
		{Form: form("objective", "4.3", hexAs("hex", required)),
			When: law.Explained(law.When(game.Objectives), law.CheckObjective), Next: law.NextObjective,
			Check: law.CheckObjective, Done: law.NeedHex, Set: law.SetObjectives,
			Risks: ahead.ObjectiveRisks, Resolve: does(play.Objective)},
		{Form: form("flip", "5.6", unit), When: law.When(game.Activities), Next: law.NextOwn,
			Check: law.Single(law.CheckFlip), Done: law.NeedUnit, Costs: costs.OtherSides, Resolve: does(play.Flip)},
		{Form: move, When: law.WhenMove, Next: law.NextMove, Check: law.CheckMove, Done: law.DoneMove,
			Warn: law.WarnMove, Costs: costs.MoveCosts, Risks: isolation.And(costs.MoveRisks),
			Resolve: does(play.Move)},
		{Form: form("recon", "4.3", unit, hexAs("target", required)), When: law.When(game.Activities),
			Next: law.NextTarget, Check: law.Single(law.CheckRecon), Done: law.NeedTarget, Risks: ahead.ObjectiveRisks,
			Warn: combat.WarnRecon, Resolve: does(play.Recon)},
		{Form: engage, When: law.WhenEngage, Next: law.NextEngage, Costs: costs.EngageCosts,
			Check: law.Single(law.CheckEngage), Done: law.DoneEngage, Resolve: does(play.Engage)},
		{Form: shot, When: combat.WhenTable(data.Barrage), Next: law.NextTarget, Check: law.Single(combat.CheckFire),
			Done: law.NeedTarget, Resolve: does(play.Fire)},
		{Form: barrage, When: combat.WhenBarrage, Next: combat.NextBarrage,
			Check: law.Single(combat.CheckBarrage), Done: combat.DoneBarrage, Costs: costs.SpotterCosts,
			Resolve: does(play.Barrage)},
		{Form: attack, When: combat.WhenTable(data.CombatT), Next: combat.NextAttack, Check: combat.CheckAttack,
			Done: combat.DoneFight(combat.InAttack), Resolve: does(play.Attack)},
		{Form: shock, When: combat.WhenTable(data.CombatT), Next: combat.NextShock, Check: combat.CheckShock,
			Done: combat.DoneFight(combat.InShock), Resolve: does(play.Shock)},
		{Form: form("advance", "7.4", units), When: law.WhenOwed("advance"), Next: combat.NextAdvance,
			Check: combat.CheckAdvance, Done: combat.DoneAdvance, Risks: isolation.Risks, Resolve: does(play.Advance)},
		{Form: losses, When: law.WhenOwed("losses"), Next: combat.NextLosses, Check: combat.CheckLosses,
			Done: combat.DoneLosses, Fatal: true, Warn: combat.WarnLosses, Resolve: does(play.Lose)},
		{Form: retreat, When: law.WhenOwed("retreat"), Next: combat.NextRetreat, Check: combat.CheckRetreat,
			Done: combat.DoneRetreat, Costs: costs.RetreatCosts, Risks: isolation.And(costs.RadiusRisks), Fatal: true,
			Warn: combat.WarnRetreat, Resolve: does(play.Retreat)},
		{Form: fallback, When: combat.WhenFallback, Next: combat.NextFallback, Check: combat.CheckFallback,
			Done: combat.DoneRetreat, Costs: costs.RetreatCosts, Risks: isolation.And(costs.RadiusRisks), Fatal: true,
			Warn: combat.WarnFallback, Resolve: does(play.FallBack)},
		{Form: form("restore", "9.2", units), When: law.WhenRestore, Next: law.NextRestore, Check: law.CheckRestore,
			Done: law.NeedUnit, Resolve: does(play.Restore)},
		{Form: form("trains", "10.3", formation, hexAs("to", optional)), When: law.WhenTrains, Next: law.NextTrains,
			Check: law.CheckTrains, Done: law.DoneTrains, Costs: costs.TrainsCosts, Warn: law.WarnTrains,
			Resolve: does(play.Trains)},
		{Form: refit, When: law.Explained(law.WhenPhase(game.Reinforcements), reasons.Check(law.CheckRefit)),
			Next: law.NextRefit, Check: law.Single(law.CheckRefit),
			Done: law.DoneRefit, Costs: costs.RefitCosts, Resolve: does(play.Refit)},
		{Form: form("assign", "9.1i", assets, formation), When: law.WhenPhase(game.Assignment), Next: law.NextAssign,
			Check: law.CheckAssign, Done: law.DoneAssign, Costs: costs.AssetCosts, Resolve: does(play.Assign)},
		{Form: form("second", "10.4"), When: law.WhenSecond, Resolve: does(play.Second)},
		{Form: form("pass", "10.4"), When: law.WhenPass, Resolve: does(play.Pass)},
		{Form: form("end", law.Sequence, idle), When: law.WhenEnd, Warn: isolation.Warned(ahead.WarnEnd),
			Resolve: does(play.End)},
	}
	for i := range verbs {
		verbs[i].Notes = show.Notes
		verbs[i].When, verbs[i].Check = reasons.When(verbs[i].When), reasons.Check(verbs[i].Check)
	}
	return verbs
}

// hooks returns what the series adds to the checks that every order goes through.
func hooks() choice.Hooks[*game.Attempt] {
	return choice.Hooks[*game.Attempt]{
		New:         func(c choice.Choice) *game.Attempt { return &game.Attempt{Choice: c} },
		NotOwnUnit:  law.NotOwnUnit,
		NotOnMap:    law.NotOnMap,
		OffMap:      law.OffMap,
		EnemyOnPath: law.EnemyOnPath,
		Compare:     law.ByBook,
	}
}
