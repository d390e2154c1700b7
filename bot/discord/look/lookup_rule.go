package look

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/rules/rulebook"
	"grognard/rules/rulebook/search"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ruleVerb is the look-up of paragraphs of the rulebooks.
const ruleVerb = "rule"

// The values of /rule that its buttons add.
const (
	citedValue = "cited" // the paragraphs that a refusal cites, with commas; instead of a search
	showValue  = "show"  // what is shown with a paragraph: showRulings, showExample
	partValue  = "part"  // which part of a long answer, from 0

	showRulings = "rulings"
	showExample = "example"
)

// library holds the rulebooks and the indexes of games, which are made when they are first needed.
type library struct {
	rules   func() (*lookup.Rules, error)
	mu      sync.Mutex
	indexes map[*titles.Printed]indexed
}

// NewLibrary returns an empty library: books are compiled when somebody first asks for them.
func NewLibrary() *library {
	return &library{rules: sync.OnceValues(lookup.NewRules), indexes: map[*titles.Printed]indexed{}}
}

// indexed is the rulebooks of a game with their index.
type indexed struct {
	rules *lookup.Rules
	index *search.Books
}

// booksOf returns the books of a game, or all for nil.
func (l *library) booksOf(g *titles.Printed) (*lookup.Rules, *search.Books, error) {
	r, err := l.rules()
	if err != nil {
		return nil, nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	books, known := l.indexes[g]
	if !known {
		var book *lookup.Book
		if g != nil {
			book = g.Book
		}
		books.rules = r.Of(book)
		books.index = books.rules.Index()
		l.indexes[g] = books
	}
	return books.rules, books.index, nil
}

// books returns the printed game that is meant, nil for none, and the rules and search index of its books or all books.
func (l *Lookups) books(ctx context.Context, req ask.Request, m ask.TypedCommand) (*titles.Printed, *lookup.Rules,
	*search.Books, error) {
	g, err := l.gameOf(ctx, req, m)
	if err != nil && !errors.Is(err, errWhichGame) && !errors.Is(err, api.ErrNoModule) {
		return nil, nil, nil, err
	}
	r, index, err := l.Library.booksOf(g)
	return g, r, index, err
}

// lookRule answers /rule: a paragraph, by number or words, with buttons for its neighbours, its rulings and an example.
func (l *Lookups) lookRule(ctx context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	g, r, index, err := l.books(ctx, req, m)
	if err != nil {
		return ask.LookupResult{}, err
	}
	if g != nil {
		m = m.With(GameValue, g.ID)
	}
	p := paragraphs{loc: req.Localizer, of: g, said: m}
	if cited := m.Values[citedValue]; strings.Contains(cited, ",") {
		return p.cited(index, strings.Split(cited, ",")), nil
	} else if cited != "" {
		p.said = ask.TypedCommand{Verb: ruleVerb, Values: map[string]string{"find": cited,
			GameValue: m.Values[GameValue]}}
	}
	hits, err := lookup.Find(index, p.said.Values["find"])
	if g != nil { // the words may name an order, which stands in no paragraph: then its section is meant
		for _, s := range g.Map().Orders {
			if !strings.EqualFold(p.loc.Verb(s.Verb), strings.TrimSpace(p.said.Values["find"])) {
				continue
			}
			section, none := lookup.Find(index, s.Rule)
			if none == nil && section.Hits[0].Paragraph.Rule == s.Rule+"-1" { // a section of clauses alone
				return p.whole(section.Hits), nil
			} else if err != nil { // the words alone have found nothing
				hits, err = section, none
			}
		}
	}
	if nothing, ok := errors.AsType[*view.Mistake](err); ok {
		f := ask.LookupResult{Page: page.Page[view.Public]{Text: req.Localizer.Text(nothing.Why),
			Rows: page.Rows(p.others(hits.Near))}, Said: p.said, Nothing: true}
		l.note(req, &f.Page, hits, g, m)
		return f, nil
	}
	if err != nil {
		return ask.LookupResult{}, err
	}
	if cited := m.Values[citedValue]; cited != "" && hits.Hits[0].Paragraph.Rule == cited+"-1" {
		return p.whole(hits.Hits), nil // any of its clauses may be meant
	}
	first := max(slices.IndexFunc(hits.Hits, // the paragraph with that very number, else the best match
		func(h search.Hit) bool { return h.Paragraph.Rule == p.said.Values["find"] }), 0)
	at := r.Paragraph(hits.Hits[first])
	f := ask.LookupResult{Said: p.said.Shorter("find", at.Paragraph.Rule)}
	p.said = p.said.With("find", at.Paragraph.Rule)
	switch m.Values[showValue] {
	case showRulings:
		f.Page.Text = p.rulings(at)
	case showExample:
		f.Page.Text = p.example(at)
	default:
		f.Page.Text = p.paragraph(at.Hit)
	}
	turns := p.splitParts(&f.Page, m)
	if g != nil { // rules and examples have the figures as shipped
		f.Page.Text += tell.ChangedInWords(req.Localizer, g.Origin)
	}
	f.Page.Rows = append(turns, p.beside(at, hits.Hits)...)
	if m.Values[showValue] == "" {
		l.note(req, &f.Page, hits, g, m)
	}
	return f, nil
}

// note adds what must be said with an answer, and if no game was chosen buttons that choose one.
func (l *Lookups) note(req ask.Request, to *page.Page[view.Public], found search.Found, g *titles.Printed,
	m ask.TypedCommand) {
	games := l.gameButtons(m, page.RowLimit)
	for _, n := range lookup.Notes(found, g != nil || len(games) == 0, view.T("rule.series-alone")) {
		to.Text += "\n" + req.Localizer.Text(n)
	}
	if g == nil && len(games) > 0 {
		to.Rows = append(to.Rows[:min(len(to.Rows), rowsBesideGames)], page.Rows(games)...)
	}
}

// rowsBesideGames is how many rows of buttons fit beside those that choose a game and share the answer.
const rowsBesideGames = 3

// paragraphs makes an answer from a game's books. Each button is made once: Discord refuses two with one custom ID.
type paragraphs struct {
	loc   wording.Localizer
	of    *titles.Printed  // the game; nil for all books
	said  ask.TypedCommand // the command that is answered
	taken []string         // the custom IDs of the buttons made so far
}

// button returns the button that opens a paragraph, or what is shown with it; nil if the page has that button already.
func (p *paragraphs) button(label, rule, show string) []discordgo.MessageComponent {
	m := ask.TypedCommand{Verb: ruleVerb, Values: map[string]string{"find": rule}}
	if show != "" {
		m = m.With(showValue, show)
	}
	if p.of != nil {
		m = m.With(GameValue, p.of.ID)
	}
	id, ok := m.ID(page.PressLook)
	if !ok || slices.Contains(p.taken, id) || rule == p.said.Values["find"] && show == p.said.Values[showValue] {
		return nil
	}
	p.taken = append(p.taken, id)
	return []discordgo.MessageComponent{page.Button(label, id, discordgo.SecondaryButton)}
}

// heading is the rulebook's reason not to apply a paragraph that only heads others. No answer mentions it.
const heading = "it is a heading"

// paragraph returns the text of a paragraph. What holds in the game's own edition comes before what holds in others.
func (p *paragraphs) paragraph(h search.Hit) string {
	at := h.Paragraph
	lines := []string{"**" + h.Cited() + "** " + at.About}
	if at.Says != "" {
		lines = append(lines, at.Says)
	}
	editions := slices.Clone(at.Editions)
	slices.SortStableFunc(editions, func(a, b rulebook.Edition) int { return p.editionRank(a) - p.editionRank(b) })
	for _, e := range editions {
		lines = append(lines, p.edition(at, e))
	}
	if at.Because != "" && at.Because != heading {
		lines = append(lines, p.loc.Say("rule.not-done", "why", wording.InWords(at.Because)))
	}
	return strings.Join(lines, "\n")
}

// editionRank returns 1 for an edition that is not the game's own.
func (p *paragraphs) editionRank(e rulebook.Edition) int {
	if p.of != nil && slices.Contains(e.Names, p.of.Edition) {
		return 0
	}
	return 1
}

// edition returns what holds in some editions. The reading by which the game is played is marked.
func (p *paragraphs) edition(at rulebook.Paragraph, e rulebook.Edition) string {
	name := strings.Join(e.Names, ", ")
	if e.Errata {
		name = p.loc.Say("rule.errata", "editions", name)
	}
	if p.of != nil && at.InForce(e, p.of.Edition, p.of.Errata) {
		name = p.loc.Say("rule.in-force", "editions", name)
	}
	return p.loc.Say("rule.edition", "editions", wording.InWords(name), "says", wording.InWords(e.Says))
}

// rulings returns the rulings on a paragraph, each with the arguments for and against it.
func (p *paragraphs) rulings(at lookup.Paragraph) string {
	lines := []string{"**" + at.Cited() + "** " + at.Paragraph.About}
	for _, r := range at.Rulings {
		lines = append(lines, p.loc.Say("rule.ruling", "says", wording.InWords(r.Says), "for", wording.InWords(r.For),
			"against", wording.InWords(r.Against)))
	}
	return strings.Join(lines, "\n")
}

// example returns a case that shows a paragraph at work.
func (p *paragraphs) example(at lookup.Paragraph) string {
	lines := []string{"**" + at.Cited() + "** " + at.Paragraph.About}
	x := at.Example
	if x == nil {
		return strings.Join(append(lines, p.loc.Say("rule.no-example")), "\n")
	}
	lines = append(lines, p.loc.Say("rule.example", "name", wording.InWords(x.Name), "when", wording.InWords(x.When)))
	for _, l := range x.Position {
		lines = append(lines, "- "+l)
	}
	if x.Dice != "" {
		lines = append(lines, p.loc.Say("rule.dice", "faces", wording.InWords(x.Dice)))
	}
	for _, s := range x.Play {
		lines = append(lines, s.By+": `"+s.Command+"`")
		for _, c := range s.Comes {
			lines = append(lines, "→ "+c)
		}
	}
	for _, l := range x.Ends {
		lines = append(lines, "→ "+l)
	}
	return strings.Join(lines, "\n")
}

// tableButtons returns buttons for the tables of a game that are shown, as they are in force there; none for nil.
func tableButtons(loc wording.Localizer, g *titles.Printed, shown func(view.Table) bool) (
	buttons []discordgo.MessageComponent) {
	if g == nil {
		return nil
	}
	for _, t := range g.Book.Reference().Tables {
		id, ok := ask.TypedCommand{Verb: CrtVerb, Values: map[string]string{"table": t.ID, GameValue: g.ID}}.ID(
			page.PressLook)
		if shown(t) && ok {
			buttons = append(buttons, page.Button(loc.Text(t.Title), id, discordgo.SecondaryButton))
		}
	}
	return buttons
}

// beside returns two rows of buttons: for the neighbours of a paragraph, the rulings and an example; and for its
// tables, other paragraphs that were found and what to read with it, as many as there is room for.
func (p *paragraphs) beside(at lookup.Paragraph, hits []search.Hit) []discordgo.MessageComponent {
	rule := at.Paragraph.Rule
	near := p.button(rule, rule, "") // back from what is shown with it
	if at.Before != "" {
		near = append(near, p.button("◀ "+at.Before, at.Before, "")...)
	}
	if at.After != "" {
		near = append(near, p.button(at.After+" ▶", at.After, "")...)
	}
	if n := len(at.Rulings); n > 0 {
		near = append(near, p.button(p.loc.Say("button.rulings", "n", n), rule, showRulings)...)
	}
	if at.Example != nil {
		near = append(near, p.button(p.loc.Say("button.example"), rule, showExample)...)
	}
	also := append(tableButtons(p.loc, p.of, func(t view.Table) bool { return string(t.Rule) == rule }),
		p.others(hits[:min(len(hits), 1+foundBeside)])...)
	for _, r := range at.Paragraph.See {
		also = append(also, p.button(p.loc.Say("button.see", "rule", wording.InWords(r)), r, "")...)
	}
	return append(page.Rows(near), page.Rows(also[:min(len(also), page.RowLimit)])...)
}

// foundBeside is how many other paragraphs that were found are offered before what to read with the one that is shown.
const foundBeside = 2

// others returns buttons for other paragraphs that were found.
func (p *paragraphs) others(hits []search.Hit) (list []discordgo.MessageComponent) {
	for _, h := range hits {
		label := wording.Clip(h.Cited()+" "+h.Paragraph.About, page.LabelLimit)
		list = append(list, p.button(label, h.Paragraph.Rule, "")...)
	}
	return list
}

// cited returns the paragraphs that a refusal cites, with a button for what else there is on each.
func (p *paragraphs) cited(index *search.Books, rules []string) ask.LookupResult {
	var hits []search.Hit
	for _, rule := range rules {
		list := index.Find(rule).Hits
		if i := slices.IndexFunc(list, func(h search.Hit) bool { return h.Paragraph.Rule == rule }); i >= 0 {
			hits = append(hits, list[i])
		}
	}
	return p.whole(hits)
}

// whole returns some paragraphs one after the other, with a button for each.
func (p *paragraphs) whole(hits []search.Hit) ask.LookupResult {
	var parts []string
	for _, h := range hits {
		parts = append(parts, p.paragraph(h))
	}
	f := ask.LookupResult{Said: p.said, Nothing: len(parts) == 0}
	if f.Nothing {
		parts = []string{p.loc.Say("rule.none")}
	}
	f.Page.Text = strings.Join(parts, "\n\n")
	var more []discordgo.MessageComponent
	for _, h := range hits {
		label := p.loc.Say("button.more-on", "rule", wording.InWords(h.Cited()))
		more = append(more, p.button(label, h.Paragraph.Rule, "")...)
	}
	f.Page.Rows = append(p.splitParts(&f.Page, p.said), page.Rows(more)...)
	return f
}

// splitParts leaves on a page the part of its text that a command asks for, and returns buttons for the others.
// Everybody is shown all, and so is the asker where the command is too long for a button: in several messages.
func (p *paragraphs) splitParts(to *page.Page[view.Public], m ask.TypedCommand) []discordgo.MessageComponent {
	parts := rest.Split(to.Text, page.PageRoom)
	id := func(n int) string {
		id, _ := m.With(partValue, strconv.Itoa(n)).ID(page.PressLook)
		return id
	}
	_, short := m.With(partValue, strconv.Itoa(len(parts))).ID(page.PressLook)
	if len(parts) == 1 || m.Values["public"] == "true" || !short {
		return nil
	}
	n, _ := strconv.Atoi(m.Values[partValue]) // "" is the first
	n = max(0, min(n, len(parts)-1))
	to.Text = p.loc.Say("rule.part", "part", n+1, "parts", len(parts)) + "\n" + parts[n]
	return page.Rows(page.PageButtons(p.loc, n, len(parts), id))
}

// IsAside reports whether a press looks something up for a refusal or an order, whose message stays.
func IsAside(it *discordgo.Interaction) bool {
	return it.Type == discordgo.InteractionMessageComponent &&
		strings.HasPrefix(it.MessageComponentData().CustomID, page.PressAside+":")
}

// RulesButton returns a row with the button that opens the rules that a refusal cites, nil for none or for too many.
func RulesButton(loc wording.Localizer, rules []view.Rule) []discordgo.MessageComponent {
	var names []string
	for _, r := range rules {
		if !rulebook.MissingTable(string(r)) && !slices.Contains(names, string(r)) {
			names = append(names, string(r))
		}
	}
	id, ok := ask.TypedCommand{Verb: ruleVerb, Values: map[string]string{citedValue: strings.Join(names,
		",")}}.ID(page.PressAside)
	if len(names) == 0 || !ok {
		return nil
	}
	return page.Rows([]discordgo.MessageComponent{page.Button(loc.Say("button.rules"), id, discordgo.SecondaryButton)})
}

// suggestRules completes with the paragraphs that match what is typed, the best match first.
func (l *Lookups) suggestRules(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	_, _, index, err := l.books(ctx, req, ask.TypedCommand{Verb: ruleVerb})
	if err != nil {
		return nil, err
	}
	hits := index.Find(t.Text())
	var list []rest.Suggestion
	for _, h := range slices.Concat(hits.Hits, hits.Near) {
		list = append(list, rest.Suggestion{Name: wording.Clip(h.Cited()+" · "+h.Paragraph.About, page.ChoiceText),
			Value: h.Paragraph.Rule})
	}
	return list, nil
}
