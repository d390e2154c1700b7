package tell

import (
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// NextStepRow returns a row with the button for what the asker has to do next; nil if it is not his turn.
func NextStepRow(req ask.Request, t api.Table, b *view.Board) []discordgo.MessageComponent {
	seat, seated := t.Seat(req.Cmd.User)
	switch {
	case !seated || t.Over && b.Due == nil, !t.Started && t.Awaits == nil:
		return nil
	case t.Awaits != nil && slices.Contains(t.Awaits.Waived, seat.ID):
		return nil
	case t.Awaits != nil: // the message that names the round has no such button, because it is never edited
		return WaiveButton(req.Localizer, t)
	case b.Due != nil && t.Answers(req.Cmd.User, *b.Due):
		return page.OneRow(page.DecideButton(req.Localizer, t.Game, b.Due.ID))
	case b.Due == nil && b.Phase.Side == seat.ID:
		return page.OneRow(page.OrdersButton(req.Localizer, t.Game))
	}
	return nil
}

// TitleInWords returns the game's header; before it begins, its name and scenario.
func TitleInWords(loc wording.Localizer, t api.Table, b *view.Board) string {
	if t.Started {
		return loc.Header(b) + "\n" + ScenarioInWords(loc, t)
	}
	return "**" + t.Title + "**\n" + ScenarioInWords(loc, t)
}

// ScenarioInWords returns the scenario of a game, and if its edition has errata, whether it is played with them.
func ScenarioInWords(loc wording.Localizer, t api.Table) string {
	words := loc.Say("table.scenario", "scenario", wording.InWords(t.Scenario))
	if t.Edition == "" {
		return words
	}
	return words + "\n" + loc.Say("table.edition", "edition", wording.InWords(t.Edition), "errata", t.Errata)
}

// ModuleInWords returns the hash of the module's files, whether they are as the bot ships them, and in a second line
// the hash of the game's first row, which contains the other hash.
func ModuleInWords(loc wording.Localizer, t api.Table) string {
	words := loc.Say("table.module", "hash", wording.InWords(t.Module), "origin",
		wording.InWords(OriginInWords(loc, t.Origin)))
	if t.First != "" {
		words += "\n" + loc.Say("table.first", "hash", wording.InWords(t.First))
	}
	return words
}

// ProofInWords returns a line that fixes a new game's dice and module: whether the module is as it ships, and the hash
// of the first row, which contains the hashes of the module and of the dice's secret. For a game of an older program,
// which posted no first row, it gives these two hashes.
func ProofInWords(loc wording.Localizer, t api.Table) string {
	if t.First == "" {
		return ModuleInWords(loc, t) + "\n" + DiceSecrets(loc, t)
	}
	return loc.Say("table.proof", "origin", wording.InWords(OriginInWords(loc, t.Origin)), "line",
		wording.InWords(api.HeadLine(t.Game, 1, t.First))) + diceBound(loc, t)
}

// OriginInWords says where a module comes from, and how many of its tables, units and so on differ from the bot's.
func OriginInWords(loc wording.Localizer, o api.Origin) string {
	switch {
	case !o.Ships:
		return loc.Say("origin.own")
	case len(o.Differences) == 0:
		return loc.Say("origin.shipped")
	}
	var counts []string
	for _, c := range o.Counts() {
		counts = append(counts, loc.Say("origin."+string(c.Component), "n", c.N))
	}
	what := wording.InWords(strings.Join(counts, ", "))
	if o.Overlaid {
		return loc.Say("origin.changed", "what", what)
	}
	return loc.Say("origin.differs", "what", what)
}

// ChangedInWords returns a line for a look-up in a game that is not as it ships, "" for any other.
func ChangedInWords(loc wording.Localizer, o api.Origin) string {
	if len(o.Differences) == 0 {
		return ""
	}
	return "\n" + loc.Say("origin.look-up", "origin", wording.InWords(OriginInWords(loc, o)))
}

// PressChanges is the name of the button that lists how a game's module differs from the one that ships.
const PressChanges = "changes"

// ChangesButton returns the button that lists how a game's module differs from the one that ships, nil if it doesn't.
func ChangesButton(loc wording.Localizer, t api.Table) []discordgo.MessageComponent {
	if len(t.Origin.Differences) == 0 {
		return nil
	}
	return []discordgo.MessageComponent{page.Row(page.Button(loc.Say("button.changes"),
		page.PressID(PressChanges, t.Game, ""), discordgo.SecondaryButton))}
}

// Places returns a line for each side: which of the places that count for victory it holds. Lines of Levels follow.
func Places(loc wording.Localizer, t api.Table, b *view.Board) []string {
	if !t.Started {
		return nil
	}
	var lines []string
	for _, f := range b.Facts {
		for _, held := range f.Parts {
			lines = append(lines, loc.Text(held.Text())+string(wording.Citation(held.Rule)))
		}
	}
	return append(lines, Levels(loc, b)...)
}

// Levels returns a line for each count of points, with its levels of victory.
func Levels(loc wording.Localizer, b *view.Board) (lines []string) {
	for _, f := range b.Facts {
		if len(f.Levels) > 0 {
			lines = append(lines, loc.Say("score.levels", "side", f.Side, "turns", b.Turns, "levels", f.Levels)+
				string(wording.Citation(f.Rule)))
		}
	}
	return lines
}

// SeatsInWords returns a text that says who plays which side.
func SeatsInWords(loc wording.Localizer, t api.Table) string {
	list := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		list[i] = loc.Say("seat.open", "side", wording.InWords(seat.Side.Name))
		if seat.User != "" {
			list[i] = loc.Say("seat.taken", "side", wording.InWords(seat.Side.Name), "user", Mention(loc, seat.User)) +
				othersOfSide(loc, seat) + askedBySide(loc, t, seat.Side.ID)
		}
	}
	return strings.Join(list, " · ")
}

func WaitingInWords(loc wording.Localizer, t api.Table, b *view.Board) string {
	since := wording.RelativeTimestamp(t.Since)
	switch {
	case t.Awaits != nil:
		return loc.Say("beacon.due", AwaitedArgs(*t.Awaits)...)
	case t.Over && b.Due == nil:
		return loc.Say("due.over")
	case !t.Started && HasFreeSeat(t):
		return loc.Say("due.seats", "since", since)
	case !t.Started && t.Together:
		return loc.Say("due.together", "since", since)
	case !t.Started:
		return loc.Say("due.start", "since", since)
	case b.Due != nil:
		acting := ""
		if b.Phase.Group != "" {
			acting = loc.Acting(b)
		}
		return loc.Say("due.decision", "owed", wording.InWords(loc.Asked(*b.Due)), "acting", wording.InWords(acting),
			"user", MentionAll(loc, t.Called(b.Due.Side, b.Due)), "since", since) + DeadlineInWords(loc, t)
	}
	phase, user := wording.InWords(loc.Acting(b)), MentionAll(loc, t.Called(b.Phase.Side, nil))
	kind, step := "", ""
	switch {
	case b.Phase.Group != "":
		kind = "activation"
	case HasActivations(b.Map):
		kind = "groups"
	}
	spends := wording.InWords(wording.Goods(loc, b.MustUse()...))
	switch {
	case b.Step.ID != "":
		step = loc.Text(b.Step)
	case b.Entering > 0:
		step = loc.Say("due.entering", "n", b.Entering, "spends", spends)
	case spends != "":
		step = loc.Say("due.spending", "spends", spends)
	}
	return loc.Say("due.phase", "phase", phase, "user", user, "kind", wording.InWords(kind), "step",
		wording.InWords(step), "since", since) + DeadlineInWords(loc, t)
}

// HasActivations reports whether groups of units act one after the other, so that a phase ends when all have acted.
func HasActivations(m *view.Map) bool {
	return slices.ContainsFunc(m.Orders, func(o order.Spec) bool {
		return slices.ContainsFunc(o.Options, func(x order.Option) bool { return x.Kind == order.Group })
	})
}

func HasFreeSeat(t api.Table) bool {
	return slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.User == "" })
}

// DiceSecrets returns what is needed to verify the dice: the commitment to the secret, and after the game the secret
// itself with the players' words.
func DiceSecrets(loc wording.Localizer, t api.Table) string {
	words := loc.Say("table.dice", "commitment", wording.InWords(t.Commitment)) + diceBound(loc, t)
	if t.Secret == "" {
		return words
	}
	words += "\n" + loc.Say("table.secret", "secret", wording.InWords(t.Secret))
	for _, seat := range t.Seats {
		words += "\n" + loc.Say("table.dice-word", "side", wording.InWords(seat.Side.Name),
			"word", wording.InWords(seat.Word))
	}
	return words
}
