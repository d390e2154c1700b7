package look

import (
	"context"
	"errors"
	"strconv"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// viewRequest is what a user wants to look at, and in which style.
type viewRequest struct {
	values map[string]string
	layer  view.Layer // an overlay; the zero Layer for none
	style  render.Style
	orders bool // below a player's page is the button to his orders
}

// viewFunc makes the page asked for from what its reader may see. viewer is the reader's side, or "" for everybody.
type viewFunc[A view.Audience] func(k ask.Kit, loc wording.Localizer, v A, viewer order.Side,
	w viewRequest) (page.Page[A], error)

// look shows something as the asker may see it, or, if he makes it public, as everybody may, to the channel. Both use
// the same function on different views.
func (l Looks) look(ctx context.Context, req ask.Request, w viewRequest, own viewFunc[view.Secret],
	all viewFunc[view.Public]) ([]rest.Message, error) {
	var err error
	if w.style, err = l.StyleFor(ctx, req, w.values); err != nil {
		return nil, err
	}
	if w.values["public"] != "true" {
		v, t, err := l.Kit.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User, w.layer)
		if err == nil {
			if err := req.CheckGame(t); err != nil {
				return nil, err
			}
			p, err := own(l.Kit, req.Localizer.On(v.Board().Map), v, v.Side(), w)
			if err != nil {
				return nil, err
			}
			if w.orders && !t.Over {
				p.Rows = append(p.Rows, page.Row(page.OrdersButton(req.Localizer, t.Game)))
			}
			return req.Open(t, v, p)
		}
		if !errors.Is(err, api.ErrNotSeated) {
			return nil, err
		}
	}
	v, _, err := l.PublicHere(ctx, req, w.layer)
	if err != nil {
		return nil, err
	}
	p, err := all(l.Kit, req.Localizer.On(v.Board().Map), v, "", w)
	if err != nil {
		return nil, err
	}
	return l.ShowPublic(ctx, req, w.values, p)
}

// ShareWithin is how long the bot tries to post a page to a channel, whose next command waits for it.
const ShareWithin = 10 * time.Second

// ShowPublic shows a page that everybody may see: to the asker, or to the channel if he makes it public. The nonce is
// the interaction's identifier, so that one that is delivered twice posts once.
func (l Looks) ShowPublic(ctx context.Context, req ask.Request, values map[string]string,
	p page.Page[view.Public]) ([]rest.Message, error) {
	if values["public"] != "true" {
		return p.Messages(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, ShareWithin)
	defer cancel()
	list := p.Messages()
	req.Sends(list...)
	for i, m := range list {
		m.Nonce, m.Enforce = req.Cmd.ID+"."+strconv.Itoa(i), true
		err := l.Rest.Persist(ctx, func(ctx context.Context) error {
			_, err := l.Rest.Send(ctx, req.Cmd.Channel, m)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return req.TextReply("answer.posted"), nil
}

// pageHandler returns the handler of a command that shows one page of a position. Its option layer names an overlay.
func (l Looks) pageHandler(own viewFunc[view.Secret], all viewFunc[view.Public]) ask.Handler {
	return func(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
		w := viewRequest{values: values, layer: view.Layer{Kind: values["layer"]}}
		return l.look(ctx, req, w, own, all)
	}
}

// mapLook returns the map, or a close-up of a part of it.
func mapLook[A view.Audience](k ask.Kit, loc wording.Localizer, v A, _ order.Side, w viewRequest) (page.Page[A],
	error) {
	board := v.Board()
	o, err := requestedPart(board.Map, w.values)
	if err != nil {
		return page.Page[A]{}, err
	}
	name, words, above := page.MapName, loc.Header(board), ""
	if kind := w.layer.Kind; kind != "" {
		over, ok := board.Overlay(kind)
		if !ok {
			return page.Page[A]{}, noOverlay(board.Map, kind)
		}
		name, words = page.OverlayFileName(over), words+"\n"+loc.Texts(over)
		if near, ok := render.Focus(board); ok && w.values["at"]+w.values["zoom"] == "" && len(over.Around) > 0 {
			o, words = near, words+"\n"+loc.Say("map.near", "layer", wording.InWords(kind))
		}
		above = loc.Texts(over)
	}
	alt, whole := loc.AltAfter(above, board, o.Part)
	p := page.Page[A]{Text: words, Figures: ask.DrawFigure(k, name, alt, func() (render.Picture[A], error) {
		return render.Draw(k.PainterIn(loc), v, w.style, o)
	})}
	return p.InFull(whole), nil
}

// LayerPage returns the map with an overlay, as /map shows it with the option layer.
func LayerPage(k ask.Kit, loc wording.Localizer, v view.Secret, style render.Style,
	kind string) (page.Page[view.Secret], error) {
	return mapLook(k, loc, v, v.Side(), viewRequest{layer: view.Layer{Kind: kind}, style: style})
}

// The zoom of a close-up: how many times larger than on the whole map.
const (
	UsualZoom = 4
	maxZoom   = 10
)

// requestedPart reads which part of a map is wanted: the whole, unless a hex or a zoom is given.
func requestedPart(m *view.Map, values map[string]string) (render.Options, error) {
	at, zoom := hex.None, 1
	if typed, given := values["at"]; given {
		h, err := HexOf(m, "map", "at", typed)
		if err != nil {
			return render.Options{}, err
		}
		at, zoom = h, UsualZoom
	}
	if n, err := strconv.Atoi(values["zoom"]); err == nil {
		zoom = min(max(n, 1), maxZoom)
	}
	return CloseUp(m.Grid, at, zoom), nil
}

// CloseUp returns the part of a map around a hex, or around its middle, in which hexes are larger by the zoom in a
// picture of the same width.
func CloseUp(g hex.Grid, at hex.Hex, zoom int) render.Options {
	if zoom <= 1 {
		return render.Options{}
	}
	if at == hex.None {
		at = MiddleHex(g)
	}
	wide := max(int(g.Cols), int(g.Odd.Last-g.Odd.First)+1)
	// A hex is 2/√3 as wide as it is high; columns are √3/2 of its height apart.
	radius := max((wide+zoom)/(2*zoom), 1)
	return render.Options{Part: hex.Part{Around: at, Radius: radius},
		HexSize: min(max(closeUpWidth*1000/(1732*radius+1155), minCloseUpHex), maxCloseUpHex)}
}

// The approximate width of a close-up and of its hexes, in pixels.
const (
	closeUpWidth  = 1300
	minCloseUpHex = 64
	maxCloseUpHex = 160
)

func MiddleHex(g hex.Grid) hex.Hex {
	col := (g.Cols + 1) / 2
	rows := g.Even
	if col&1 == 1 {
		rows = g.Odd
	}
	return hex.Hex{Col: col, Row: (rows.First + rows.Last) / 2}
}

// HexOf reads a hex: its number, or a place in it. For several hexes the error is an *order.Problem with all of them.
func HexOf(m *view.Map, verb order.Verb, option, typed string) (hex.Hex, error) {
	spec := order.Spec{Verb: verb, Options: []order.Option{{Name: option, Kind: order.Hex, Required: true}}}
	w, err := order.Read(spec, map[string]string{option: typed}, m.Names())
	switch {
	case err != nil:
		return hex.None, err
	case len(w.Open) > 0:
		t := w.Open[0].Terms[0]
		return hex.None, t.Which(verb, order.Means{Hexes: t.Hexes})
	}
	h := w.Order.Hex(option)
	if !m.Grid.Contains(h) {
		return hex.None, ask.Refusal("error.off-map", "hex", h)
	}
	return h, nil
}

// stackLook returns a stack's units, large, with the same in words.
func stackLook[A view.Audience](k ask.Kit, loc wording.Localizer, v A, _ order.Side, w viewRequest) (page.Page[A],
	error) {
	board := v.Board()
	h, err := HexOf(board.Map, "stack show", "hex", w.values["hex"])
	if err != nil {
		return page.Page[A]{}, err
	}
	st, ok := wording.StackAt(board, h)
	if !ok {
		return page.Page[A]{}, ask.Refusal("error.no-stack", "hex", h)
	}
	words := loc.Say("stack.at", "hex", h, "side", st.Side, "height", st.Height) + " " + loc.Stack(st, board.Marks)
	return page.Page[A]{Text: words, Figures: ask.DrawFigure(k, page.StackName, wording.Unmarked(words),
		func() (render.Picture[A], error) {
			return render.DrawStack(k.PainterIn(loc), v, w.style, h)
		})}, nil
}

// FormationPage returns a formation's card, with a close-up of where all its units are.
func FormationPage[A view.Audience](k ask.Kit, loc wording.Localizer, v A, style render.Style,
	name string) page.Page[A] {
	board := v.Board()
	words, hexes := loc.FormationCard(board, name)
	part, _ := render.Focus(&view.Board{Map: board.Map, Overlays: []view.Overlay{{Around: hexes}}}) // or the whole map
	return page.Page[A]{Text: words, Figures: ask.DrawFigure(k, page.CloseUpName,
		loc.AltOf(board, part.Part), func() (render.Picture[A], error) {
			return render.Draw(k.PainterIn(loc), v, style, part)
		})}
}

// unitLook returns both sides of a unit's counter, in words too, and its place; for the name of a formation its card.
func unitLook[A view.Audience](k ask.Kit, loc wording.Localizer, v A, viewer order.Side, w viewRequest) (page.Page[A],
	error) {
	board := v.Board()
	name, err := formationOf(board, w.values["unit"])
	switch {
	case err != nil:
		return page.Page[A]{}, err
	case name != "":
		return FormationPage(k, loc, v, w.style, name), nil
	}
	card, err := CardOf(board, w.values["unit"])
	if err != nil {
		return page.Page[A]{}, err
	}
	words := loc.InPictures(emojis.All).Card(board, card, viewer)
	return page.Page[A]{Text: words, Figures: ask.DrawFigure(k, page.UnitName, wording.Unmarked(words),
		func() (render.Picture[A], error) {
			return render.DrawUnit(k.PainterIn(loc), v, w.style, card.ID)
		})}, nil
}
