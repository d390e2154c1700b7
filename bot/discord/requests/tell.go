package requests

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/request"
	"grognard/bot/league/season"

	"github.com/bwmarrin/discordgo"
)

// Tell posts what a row of a season says about requests. told is false if the caller must tell the row too: it is about
// something else, or has more in it, such as a result by decision. An error means that a later try may succeed.
func (f *Face) Tell(ctx context.Context, v league.View, n league.News) (told bool, err error) {
	if n.Request == nil {
		if outcome := cmp.Or(n.Ended, n.Ruled); outcome != nil {
			return false, f.tellLapsed(ctx, v, n, outcome.Game)
		}
		return false, nil
	}
	r := v.Requests.Request(number(v, n))
	if r == nil || r.IsUndone() || v.Game(r.Game) == nil {
		return n.Ruled == nil, nil // the game was undone meanwhile, and another one may have its number
	}
	g, loc := v.Game(r.Game), f.Messages.InChannel()
	switch e := n.Request; {
	case e.Called != nil:
		return true, f.call(ctx, v, n, r)
	case e.Heard != nil:
		return true, f.hear(ctx, v, n, r)
	case e.Decided != nil:
		err := f.tellDecision(ctx, v, n, r, *e.Decided)
		return n.Ruled == nil || v.Terms.Format == season.Agreed, err
	case e.Asked != nil:
		return true, f.Send(ctx, v, f.channel(ctx, v, g), n, rest.NewMessage(strings.Join(f.asked(loc, v, r), "\n"),
			page.Rows(f.askedButtons(loc, v, r))))
	case e.Withdrawn > 0:
		return true, f.Send(ctx, v, f.channel(ctx, v, g), n, rest.NewMessage(loc.Say("request.told-withdrawn",
			"number", r.Number, "kind", kind(loc, r.Kind), "user", name(loc, v, r.By)), nil))
	case e.TakenUp > 0:
		return true, f.Send(ctx, v, f.channel(ctx, v, g), n, rest.NewMessage(loc.Say("request.told-taken-up",
			"number", g.Number, "user", name(loc, v, n.By), "deadline", f.deadline(loc, v, g)), nil))
	case e.NoSeat > 0:
		return true, f.Send(ctx, v, f.channel(ctx, v, g), n, rest.NewMessage(loc.Say("request.told-no-seat",
			"number", r.Number), nil))
	}
	return true, nil // an appeal is told when its thread is there
}

// number returns the number of the request that a row is about, also of a new one; 0 if there is none.
func number(v league.View, n league.News) int {
	switch e := n.Request; {
	case e.Asked != nil:
		for _, r := range v.Requests.List {
			if r.By == n.By && r.At.Equal(n.At) && r.Kind == e.Asked.Kind && r.Game == e.Asked.Game {
				return r.Number
			}
		}
	case e.Called != nil:
		return e.Called.Request
	case e.Decided != nil:
		return e.Decided.Request
	case e.Appealed != nil:
		return e.Appealed.Request
	case e.Heard != nil:
		return e.Heard.Request
	case e.Withdrawn > 0:
		return e.Withdrawn
	case e.TakenUp > 0:
		return e.TakenUp
	case e.NoSeat > 0:
		return e.NoSeat
	}
	return 0
}

// tellLapsed tells in a game's thread which requests have lapsed, because the game has ended.
func (f *Face) tellLapsed(ctx context.Context, v league.View, n league.News, game int) error {
	loc := f.Messages.InChannel()
	var lines []string
	for _, r := range v.Requests.List {
		if r.Game == game && r.State == request.Lapsed && r.Over.Equal(n.At) && !r.IsUndone() {
			lines = append(lines, loc.Say("request.told-lapsed", "number", r.Number, "kind", kind(loc, r.Kind),
				"user", name(loc, v, r.By)))
		}
	}
	if len(lines) == 0 || v.Game(game) == nil {
		return nil
	}
	n.ID += " lapsed" // another message than that about the result
	return f.Send(ctx, v, f.channel(ctx, v, v.Game(game)), n, rest.NewMessage(strings.Join(lines, "\n"), nil))
}

// kind returns the name of a kind of request.
func kind(loc wording.Localizer, k request.Kind) wording.InWords {
	return wording.InWords(loc.Say("request.kind-" + string(k)))
}

// asked returns lines that say what is asked for, by whom, in which game, and who decides.
func (f *Face) asked(loc wording.Localizer, v league.View, r *request.Request) []string {
	g := v.Game(r.Game)
	lines := []string{f.what(loc, v, r), loc.Say("request.against", "number", g.Number, "first",
		name(loc, v, g.Pair.First), "second", name(loc, v, g.Pair.Second))}
	switch judges := season.Judges(&v.Season, r); {
	case v.Terms.Format == season.Agreed:
		lines = append(lines, loc.Say("request.judges-agreed"))
	case len(judges) == 0:
		lines = append(lines, loc.Say("request.judges-none"))
	default:
		var list []string
		for _, o := range judges {
			list = append(list, string(name(loc, v, o)))
		}
		lines = append(lines, loc.Say("request.judges", "n", len(list),
			"user", wording.InWords(strings.Join(list, ", "))))
	}
	return lines
}

// what says in a line what is asked for and why.
func (f *Face) what(loc wording.Localizer, v league.View, r *request.Request) string {
	what := string(kind(loc, r.Kind))
	if r.Kind == request.Extend {
		what = loc.Say("request.days", "n", r.Days)
	}
	return loc.Say("request.title", "number", r.Number, "user", name(loc, v, r.By), "kind", wording.InWords(what),
		"reason", r.Reason)
}

// askedButtons returns the buttons below a request: to withdraw it, and in a game outside of seasons, for which nobody
// is pinged, to decide it.
func (f *Face) askedButtons(loc wording.Localizer, v league.View,
	r *request.Request) (list []discordgo.MessageComponent) {
	if v.Terms.Format == season.Agreed {
		list = decideButtons(loc, v, r)
	}
	return append(list, button(loc.Say("button.request-withdraw"), pressWithdraw, id(v, r), discordgo.SecondaryButton))
}

// decideButtons returns the buttons by which a request, or an appeal, is decided.
func decideButtons(loc wording.Localizer, v league.View, r *request.Request) []discordgo.MessageComponent {
	grants, refuses, level := loc.Say("button.request-grant"), loc.Say("button.request-refuse"), 0
	if r.State == request.Appealed {
		level = 1
		if r.Decisions[0].Grant {
			grants, refuses = loc.Say("button.request-stands"), loc.Say("button.request-take-back")
		} else {
			grants, refuses = loc.Say("button.request-grant-after-all"), loc.Say("button.request-stands")
		}
	}
	return []discordgo.MessageComponent{
		button(grants, pressGrant, id(v, r, level), discordgo.SuccessButton),
		button(refuses, pressRefuse, id(v, r, level), discordgo.DangerButton)}
}

// call pings an organiser because of a request, in the season's channel, or because of an appeal, in its thread.
func (f *Face) call(ctx context.Context, v league.View, n league.News, r *request.Request) error {
	c, loc := n.Request.Called, f.Messages.InChannel()
	if !r.Waits() || c.Appeal != (r.State == request.Appealed) {
		return nil // it was decided meanwhile
	}
	channel, text, ping := v.Terms.Channel, "request.called", []string(nil)
	if c.Appeal {
		channel, text = r.Heard, "request.called-appeal"
	}
	if user := v.Names[c.Organiser]; user != "" {
		ping = []string{user}
	}
	g := v.Game(r.Game)
	lines := []string{loc.Say(text, "user", name(loc, v, c.Organiser), "number", r.Number,
		"channel", page.ChannelLink(f.channel(ctx, v, g)))}
	if !c.Appeal {
		lines = append(lines, f.what(loc, v, r), loc.Say("request.against", "number", g.Number, "first",
			name(loc, v, g.Pair.First), "second", name(loc, v, g.Pair.Second)))
	}
	return f.Send(ctx, v, channel, n, rest.NewMessage(strings.Join(lines, "\n"),
		page.OneRow(decideButtons(loc, v, r)...), ping...))
}

// tellDecision tells of a decision in the game's thread, and if an appeal is decided also in the appeal's thread.
func (f *Face) tellDecision(ctx context.Context, v league.View, n league.News, r *request.Request,
	d request.Decision) error {
	loc, g := f.Messages.InChannel(), v.Game(r.Game)
	text := "request.told-refused"
	switch {
	case d.Appeal && d.Grant == r.Decisions[0].Grant:
		text = "request.told-stands"
	case d.Appeal && d.Grant:
		text = "request.told-granted-after-all"
	case d.Appeal:
		text = "request.told-taken-back"
	case d.Grant:
		text = "request.told-granted"
	}
	lines := []string{loc.Say(text, "number", r.Number, "user", name(loc, v, n.By), "kind", kind(loc, r.Kind),
		"other", name(loc, v, r.By), "reason", d.Reason)}
	if follows := f.follows(loc, v, n, r, d); follows != "" {
		lines = append(lines, follows)
	}
	var buttons []discordgo.MessageComponent
	if !d.Appeal {
		lines = append(lines, loc.Say("request.may-appeal"))
		buttons = append(buttons, button(loc.Say("button.request-appeal"), pressAppeal, id(v, r),
			discordgo.SecondaryButton))
	}
	if r.Kind == request.Adjourn && d.Grant && !g.Adjourned.IsZero() {
		buttons = append(buttons, button(loc.Say("button.request-take-up"), pressTakeUp, id(v, r),
			discordgo.PrimaryButton))
	}
	m := rest.NewMessage(strings.Join(lines, "\n"), page.Rows(buttons))
	there := f.channel(ctx, v, g)
	rowID := n.ID
	if d.Appeal && r.Heard != "" && r.Heard != there {
		n.ID = rowID + " heard"
		if err := f.Send(ctx, v, r.Heard, n, m); err != nil {
			return err
		}
	}
	n.ID = rowID + " decided"
	return f.Send(ctx, v, there, n, m)
}

// follows says what a decision does to the game, "" if it does nothing or another message says it.
func (f *Face) follows(loc wording.Localizer, v league.View, n league.News, r *request.Request,
	d request.Decision) string {
	g := v.Game(r.Game)
	before := *r // the request as it was before this decision
	before.Decisions = r.Decisions[:len(r.Decisions)-1]
	if !d.Appeal {
		before.Decisions = nil
	}
	switch changes := before.Changes(d); {
	case !changes:
		return ""
	case n.Ruled != nil && n.Ruled.Result.Unplayed && n.Ruled.How == season.Uncounted:
		return loc.Say("request.follows-annulled")
	case n.Ruled != nil:
		id := "request.follows-result"
		if v.Terms.Format == season.Agreed {
			id = "request.follows-rated"
		}
		return loc.Say(id, "first", name(loc, v, g.Pair.First), "points", half(n.Ruled.Result.Points[0]),
			"others", half(n.Ruled.Result.Points[1]), "second", name(loc, v, g.Pair.Second))
	case g.IsOver():
		return loc.Say("request.follows-over")
	case r.Kind == request.Extend:
		return loc.Say("request.follows-deadline", "deadline", f.deadline(loc, v, g))
	case r.Kind == request.Adjourn && d.Grant:
		return loc.Say("request.follows-adjourned")
	case r.Kind == request.Adjourn:
		return loc.Say("request.follows-deadline", "deadline", f.deadline(loc, v, g))
	}
	switch seat, _ := g.SeatOf(r.By); {
	case g.Seated[seat] != r.Number, r.NoSeat: // a later request has changed the seat, or the row about NoSeat tells
		return ""
	case !d.Grant && r.Holder == "": // nobody held the seat at an open table
		return loc.Say("request.follows-seat", "user", name(loc, v, []string{g.Pair.First, g.Pair.Second}[seat]))
	case !d.Grant:
		return loc.Say("request.follows-seat-offered", "user", name(loc, v, r.Holder))
	}
	return loc.Say("request.follows-seat", "user", name(loc, v, r.By))
}

// deadline says by when a game must be over, or that it need not be by any time.
func (f *Face) deadline(loc wording.Localizer, v league.View, g *season.Game) wording.InWords {
	at := season.Deadline(&v.Season, g)
	if at.IsZero() {
		return wording.InWords(loc.Say("request.no-deadline"))
	}
	return wording.Timestamp(at)
}

// half writes a number of half points, 0 to 2.
func half(points int) wording.InWords {
	return wording.InWords([]string{"0", "½", "1"}[min(max(points, 0), 2)])
}

// result returns the result of a game, such as 1:0.
func result(loc wording.Localizer, g *season.Game) wording.InWords {
	if !g.IsOver() {
		return wording.InWords(loc.Say("league.no-result"))
	}
	return half(g.Result.Points[0]) + ":" + half(g.Result.Points[1])
}

// hear posts an appeal in its thread: what was asked and decided, who appeals and why, the game as a file, and what the
// cited paragraphs say. In the game's own thread it posts a link to it.
func (f *Face) hear(ctx context.Context, v league.View, n league.News, r *request.Request) error {
	loc, g, first := f.Messages.InChannel(), v.Game(r.Game), r.Decisions[0]
	decided := "request.record-refused"
	if first.Grant {
		decided = "request.record-granted"
	}
	lines := []string{loc.Say("request.appeal", "number", r.Number, "user", name(loc, v, r.Appellant),
		"reason", r.Appealed.Reason), f.what(loc, v, r), loc.Say(decided, "user", name(loc, v, first.By), "reason",
		first.Reason, "date", wording.Timestamp(first.At)), loc.Say("request.against-in", "number", g.Number,
		"first", name(loc, v, g.Pair.First), "second", name(loc, v, g.Pair.Second), "channel",
		page.ChannelLink(f.channel(ctx, v, g)))}
	m := rest.NewMessage("", nil)
	if file := f.export(ctx, g, &m); file != "" {
		lines = append(lines, loc.Say(file))
	}
	m.Content = wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit)
	rowID := n.ID
	parts := rest.Split(f.paragraphs(ctx, loc, f.channel(ctx, v, g), r.Appealed), rest.ContentLimit)
	if v.Terms.Format == season.Agreed { // elsewhere call posts the buttons
		m.Components = page.OneRow(decideButtons(loc, v, r)...)
	}
	for i, part := range append([]string{""}, parts...) {
		n.ID = fmt.Sprintf("%s/%d", rowID, i)
		next := m
		if i > 0 {
			next = rest.NewMessage(part, nil)
		}
		if next.Content == "" {
			continue
		}
		if err := f.Send(ctx, v, r.Heard, n, next); err != nil {
			return err
		}
	}
	if there := f.channel(ctx, v, g); there != r.Heard {
		n.ID = rowID + " there"
		return f.Send(ctx, v, there, n, rest.NewMessage(loc.Say("request.told-heard", "number", r.Number,
			"user", name(loc, v, r.Appellant), "reason", r.Appealed.Reason, "channel", page.ChannelLink(r.Heard)), nil))
	}
	return nil
}

// Exports of more than plainExport bytes are packed; Discord takes no file of more than mostAFile.
const (
	plainExport = 1 << 20
	mostAFile   = 9 << 20
)

// export attaches the game as everybody may have it to m. It returns the ID of a text about the file, "" for no game.
func (f *Face) export(ctx context.Context, g *season.Game, m *rest.Message) (text string) {
	t, known := f.table(ctx, g)
	if !known {
		return ""
	}
	x, err := f.Looks.Export(ctx, t.Channel)
	if err != nil || x.Table.Game != t.Game {
		return "request.no-file" // the export failed, or is of another game that is played there by now
	}
	text, file, data := "request.file-early", "game-so-far.jsonl", x.Lines
	if t.Over {
		text, file = "request.file", "game.jsonl"
	}
	if len(data) > plainExport {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(data) // a buffer takes everything
		_ = w.Close()
		file, data = file+".gz", b.Bytes()
	}
	if len(data) > mostAFile {
		return "request.no-file"
	}
	m.Attach(file, data, f.Messages.InChannel().Say("alt.export"))
	return text
}
