package play

import (
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"

	"github.com/bwmarrin/discordgo"
)

// The presses about plans, NAME:GAME. SHOWN is the plan that was shown, by which a stale press is recognized.
const (
	PressPlan      = "plan"       // shows it
	PressPlanEdit  = "plan-edit"  // opens a form with it
	PressPlanFix   = "plan-fix"   // opens a form with what could not be kept
	PressPlanAdd   = "plan-add"   // opens an empty form for more lines
	PressPlanDrop  = "plan-drop"  // a menu: its value is SHOWN/LINE
	PressPlanDelay = "plan-delay" // a menu: its value is minutes
	PressPlanClear = "plan-clear"
	PressPlanRun   = "plan-run"  // :SHOWN
	PressPlanKeep  = "plan-keep" // :DRAFT, of a list that is to become a plan
)

// PlanRunButton returns the button that carries a plan out now.
func PlanRunButton(loc wording.Localizer, game api.GameID, shown string) discordgo.MessageComponent {
	return page.Button(loc.Say("button.plan-run"), page.PressID(PressPlanRun, game, shown), discordgo.SuccessButton)
}

// planRow returns the button of the plan, for pages on which no order can be given now.
func planRow(p Player) []discordgo.MessageComponent {
	if p.View.Board().Over {
		return nil
	}
	return page.OneRow(page.Button(p.Say("button.plan"), page.PressID(PressPlan,
		p.Table.Game), discordgo.SecondaryButton))
}

// planLeft returns a text that says that a plan will not be carried out automatically because its owner has given an
// order. A button does so.
func planLeft(loc wording.Localizer, game api.GameID, left *drafts.PlanLeft) (line string,
	rows []discordgo.MessageComponent) {
	if left == nil {
		return "", nil
	}
	if left.Shown == "" {
		return loc.Say("plan.yields", "n", left.Lines),
			page.OneRow(page.Button(loc.Say("button.plan"), page.PressID(PressPlan, game), discordgo.SecondaryButton))
	}
	return loc.Say("plan.there", "n", left.Lines),
		page.OneRow(PlanRunButton(loc, game, left.Shown))
}

// keepButton makes a list a plan, if its phase is still to come.
func keepButton(p Player, l drafts.List) []discordgo.MessageComponent {
	b := p.View.Board()
	if b.Over || b.Phase.Side == p.View.Side() || l.Done == l.Total {
		return nil
	}
	return []discordgo.MessageComponent{page.Button(p.Say("button.plan-keep"),
		page.PressID(PressPlanKeep, l.Table.Game, l.Draft), discordgo.PrimaryButton)}
}
