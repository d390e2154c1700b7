package leagues

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/members"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/overview"
	seasonpage "grognard/bot/league/page"
	"grognard/bot/league/season"
	seasonsheet "grognard/bot/league/sheet"
	"grognard/bot/referee/api"
	picture "grognard/render/standings"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The buttons for files of a season. After the name stands the season's ID.
const (
	pressPage = "league-page"
	pressData = "league-data"

	// about a game that is over, whose number stands after the season
	pressFilm   = "league-film"
	pressReport = "league-report"
)

// overview returns a season as data, with names instead of mentions; numbers stand for names that Discord sends late.
func (f *Face) overview(ctx context.Context, loc wording.Localizer, v league.View,
	within time.Duration) overview.Season {
	all := map[string]string{}
	for _, o := range v.Organisers {
		all[o] = loc.Say("league.organiser")
	}
	for i, p := range v.Players {
		all[p.ID] = loc.Say("league.unnamed", "n", i+1)
	}
	var users []string
	for id := range all {
		users = append(users, v.Names[id])
	}
	shown := f.Members.Names(ctx, v.Server, users, within)
	for id := range all {
		user := v.Names[id]
		switch name, known := shown[user]; {
		case user == "":
			all[id] = loc.Say("league.former")
		case name != "":
			all[id] = name
		case known:
			all[id] = loc.Say("league.gone")
		}
	}
	return overview.Of(&v.Season, all)
}

// formNamesWithin is how long a form waits for names: Discord opens no form that comes late.
const formNamesWithin = 400 * time.Millisecond

// picturesWithin limits how long the games of a page are drawn. The asker sees meanwhile that an answer will come.
const picturesWithin = time.Minute

// page answers with the season as a web page, with as many final pictures of games as it has room and time for.
func (f *Face) page(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	return f.file(ctx, req, id, "season.html", func(v league.View, o overview.Season) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, picturesWithin)
		defer cancel()
		var file bytes.Buffer
		err := seasonpage.Write(&file, o, func(game int) []byte {
			if g := v.Game(game); g != nil && ctx.Err() == nil {
				return f.finalPicture(ctx, v, g)
			}
			return nil
		})
		return file.Bytes(), err
	})
}

// finalPicture returns the last map of a game as everybody may see it, nil where it cannot be drawn.
func (f *Face) finalPicture(ctx context.Context, v league.View, g *season.Game) []byte {
	seen, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID))
	if err != nil || !t.Over {
		return nil
	}
	kit, loc := f.Kit.At(ctx, v.Server, t.Channel), f.Messages.InChannel().On(seen.Board().Map)
	drawn := ask.DrawFigures(kit, []func() []page.Figure[view.Public]{
		func() []page.Figure[view.Public] { return ask.MapFigure(kit, loc, seen, kit.House) }})
	if len(drawn) == 0 {
		return nil
	}
	return drawn[0].Data
}

// ofGame returns the handler of a press SEASON:NUMBER, which gives another package's command in that game's channel.
func ofGame(f *Face, verb order.Verb) func(context.Context, ask.Request, string) ([]rest.Message, error) {
	return func(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
		id, n, _ := strings.Cut(what, ":")
		number, _ := strconv.Atoi(n)
		v, err := f.look(ctx, req, id)
		if err != nil {
			return nil, err
		}
		g := v.Game(number)
		if g == nil || g.ID == "" {
			return nil, refusal(season.Refusal{Why: season.NoGame})
		}
		_, t, err := f.Looks.PublicOf(ctx, api.GameID(g.ID))
		if err != nil {
			return nil, err
		}
		if now, err := f.Kit.Referee.Table(ctx, t.Channel); err != nil || now.Game != t.Game {
			return nil, ask.Refusal("league.film-gone", "channel", page.ChannelLink(t.Channel))
		}
		req.Cmd.Channel = t.Channel
		return f.Others[verb].Run(ctx, req, map[string]string{})
	}
}

// data answers with the season as JSON, and as sheets that say the same.
func (f *Face) data(ctx context.Context, req ask.Request, id string) ([]rest.Message, error) {
	var sheets []seasonsheet.File
	list, err := f.file(ctx, req, id, "season.json", func(_ league.View, o overview.Season) (file []byte, err error) {
		if sheets, err = seasonsheet.Of(o); err != nil {
			return nil, err
		}
		return json.MarshalIndent(o, "", " ")
	})
	if err != nil {
		return nil, err
	}
	list[0].Content += "\n" + req.Say("league.files")
	for _, s := range sheets {
		list[0].Attach(s.Name, s.Data, list[0].Attachments[0].Description)
	}
	return list, nil
}

// file answers with a file about a season, which write makes.
func (f *Face) file(ctx context.Context, req ask.Request, id, filename string,
	write func(league.View, overview.Season) ([]byte, error)) ([]rest.Message, error) {
	v, err := f.look(ctx, req, id)
	if err != nil {
		return nil, err
	}
	file, err := write(v, f.overview(ctx, req.Localizer, v, members.Within))
	if err != nil {
		return nil, err
	}
	m := rest.NewMessage(req.Say("league.file", "name", title(v)), turns(req, v))
	m.Attach(filename, file, req.Say("league.file", "name", title(v)))
	return []rest.Message{m}, nil
}

// attachTables adds pictures of tables to m, with the players of shown: the lines that m has in words.
func (f *Face) attachTables(ctx context.Context, req ask.Request, v league.View, shown []entry, m *rest.Message) {
	if v.Stage == season.SignUps || v.Terms.Format == season.Ladder {
		return
	}
	painter, err := f.painter()
	o := f.overview(ctx, req.Localizer, v, members.Within)
	for i, t := range o.Tables {
		if err != nil || len(m.Files) >= picture.MostPages {
			break
		}
		t.Rows = slices.DeleteFunc(t.Rows, func(r overview.Row) bool {
			return !slices.ContainsFunc(shown, func(e entry) bool { return e.player == r.Player })
		})
		if len(t.Rows) == 0 {
			continue
		}
		p := picture.Picture{Title: wording.Unmarked(o.Name), Columns: []picture.Column{{Head: "#"},
			{Head: req.Say("league.head-player"), Text: true}, {Head: req.Say("league.head-points")},
			{Head: req.Say("league.head-won")}, {Head: req.Say("league.head-drawn")},
			{Head: req.Say("league.head-lost")}}}
		hasUnplayed := slices.ContainsFunc(t.Rows, func(r overview.Row) bool { return r.Unplayed > 0 })
		if hasUnplayed {
			p.Columns = append(p.Columns, picture.Column{Head: req.Say("league.head-unplayed")})
		}
		if t.Pool > 0 {
			p.Subtitle = wording.Unmarked(req.Say("league.pool", "n", t.Pool))
			p.Columns = append(p.Columns, picture.Column{Head: req.Say("league.head-reach")})
		}
		for _, r := range t.Rows {
			name := o.NameOf(r.Player)
			if r.Out {
				name += req.Say("league.row-out")
			}
			row := picture.Row{Cells: []string{strconv.Itoa(r.Place), name, string(half(r.Points)),
				strconv.Itoa(r.Won), strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost)}}
			if hasUnplayed {
				row.Cells = append(row.Cells, strconv.Itoa(r.Unplayed))
			}
			if r.Reach != nil {
				row.Cells = append(row.Cells, fmt.Sprintf("%d–%d", r.Reach.Best, r.Reach.Worst))
			}
			row.Mark = map[overview.Moves]picture.Mark{overview.Up: picture.Up, overview.Down: picture.Down}[r.Moves]
			p.Rows = append(p.Rows, row)
		}
		var pages [][]byte
		pages, err = painter.Draw(p, f.Kit.StyleOf(ctx, req.Cmd.User))
		for j, file := range pages {
			if len(m.Files) < picture.MostPages {
				m.Attach(fmt.Sprintf("standings-%d-%d.png", i+1, j+1), file,
					req.Say("league.picture", "name", title(v)))
			}
		}
	}
	if err != nil {
		f.Log.Warn("a table of standings is not drawn", "season", v.ID, "error", err)
	}
}
