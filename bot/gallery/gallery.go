// Package gallery makes the pictures of the README and of the players' manual: what players see in a first turn of
// Autumn for Barbarossa, and a film of the Battle of Kessing. The turn is played by the rules from the orders in
// turn.txt, the battle by the simple player of its series; both with fixed dice.
//
//	err := gallery.Make("bot/gallery")
//
// Limits: the pictures show the current program. A test compares them with the committed ones and says which to renew
// when rules or drawing change.
package gallery

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// turn has an order per line, or after a colon the name of a picture. Decisions without an order are taken by default.
//
//go:embed turn.txt
var turn string

// Make writes the pictures to a folder, which it creates if necessary.
func Make(dir string) error {
	pictures, err := play(turn)
	if err != nil {
		return err
	}
	film, err := battle()
	if err != nil {
		return err
	}
	pictures = append(pictures, film)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the gallery: %w", err)
	}
	for _, p := range pictures {
		if err := os.WriteFile(filepath.Join(dir, p.name), p.data, 0o644); err != nil {
			return fmt.Errorf("cannot keep a picture: %w", err)
		}
	}
	return nil
}

// picture is a file of the gallery.
type picture struct {
	name string
	data []byte
}

// play carries out the orders of a script and returns its pictures.
func play(script string) ([]picture, error) {
	d, at, err := start("afb", "historical")
	if err != nil {
		return nil, err
	}
	s, err := newStage(d, at, "gallery3")
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(script, "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
			continue
		case line[0] == ':':
			if err = s.settle(); err == nil {
				err = s.show(line[1:])
			}
		default:
			err = s.say(line)
		}
		if err != nil {
			return nil, fmt.Errorf("turn.txt:%d: %w", n+1, err)
		}
	}
	return s.pictures, nil
}

// stage is a game with its log, the accounts of its current phase (told) and the pictures made so far.
type stage struct {
	match    *rules.Match
	painter  *render.Painter
	roll     dice.Stream
	log      []rules.Entry
	phase    view.Phase
	told     []view.Account
	pictures []picture
}

// newStage begins a scenario. name determines its dice.
func newStage(d *modules.Definition, at rules.Position, name string) (*stage, error) {
	m, err := rules.New(d, at)
	if err != nil {
		return nil, err
	}
	words, err := catalogue.New(nil)
	if err != nil {
		return nil, err
	}
	p, err := render.New(words.In(catalogue.Default))
	if err != nil {
		return nil, err
	}
	s := &stage{match: m, painter: p, roll: dice.Stream{Secret: []byte("the dice of the gallery, known to all"),
		Game: name}}
	rec, err := m.Begin(s.roll)
	if err != nil {
		return nil, err
	}
	return s, s.apply(rec)
}

// start loads a game and returns the position in which a scenario begins.
func start(game, scenario string) (*modules.Definition, rules.Position, error) {
	d, err := rules.Modules().Load(game)
	if err != nil {
		return nil, rules.Position{}, err
	}
	at, err := rules.Setup(d, scenario)
	return d, at, err
}

// say gives an order for the side that has the turn or must decide something. If the order is refused while a decision
// is pending, that is taken by default first.
func (s *stage) say(text string) error {
	for {
		b, by := s.acts()
		said, err := s.match.Parse(by, text)
		if err != nil {
			return err
		}
		rec, err := s.match.Decide(by, said.Order, s.roll)
		if err == nil {
			return s.apply(rec)
		}
		if b.Due == nil {
			return err
		}
		if err := s.answer(b.Due); err != nil {
			return err
		}
	}
}

// acts returns the board and the side that has the turn or must decide something.
func (s *stage) acts() (*view.Board, order.Side) {
	b := s.match.Public().Board()
	if b.Due != nil {
		return b, b.Due.Side
	}
	return b, b.Phase.Side
}

// settle takes all open decisions by default.
func (s *stage) settle() error {
	for due := s.match.Public().Board().Due; due != nil; due = s.match.Public().Board().Due {
		if err := s.answer(due); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) answer(due *view.Prompt) error {
	o, ok := s.match.Default(due.Side)
	if !ok {
		return fmt.Errorf("%s owes a %s, and nothing answers it", due.Side, due.Kind)
	}
	rec, err := s.match.Decide(due.Side, o, s.roll)
	if err != nil {
		return err
	}
	return s.apply(rec)
}

// apply applies a record, and starts new accounts if a phase begins.
func (s *stage) apply(rec rules.Record) error {
	if now := s.match.Public().Board().Phase; now != s.phase {
		s.phase, s.told = now, nil
	}
	e := rules.Entry{Seq: s.match.Seq() + 1, Record: rec}
	account, err := s.match.Apply(e.Seq, e.Record)
	if err != nil {
		return err
	}
	s.log = append(s.log, e)
	s.told = append(s.told, account)
	return nil
}

// What the pictures show: a unit before it moves, and a stack of which the enemy sees only the top.
const (
	scout = order.UnitID("g-7-pz")
	pile  = "9.05"
)

// Parts of the map, in smaller hexes than players see, because a page has several pictures.
var (
	whole  = render.Options{HexSize: 32}
	fights = render.Options{Part: hex.Part{Around: hex.Hex{Col: 11, Row: 12}, Radius: 4}, HexSize: 60}
	night  = render.Options{Part: hex.Part{Around: hex.Hex{Col: 11, Row: 12}, Radius: 3}, HexSize: 60} // in dark style
	around = render.Options{Part: hex.Part{Around: hex.Hex{Col: 10, Row: 10}, Radius: 6}, HexSize: 46} // the scout
	cutOff = render.Options{Part: hex.Part{Around: hex.Hex{Col: 9, Row: 22}, Radius: 7}, HexSize: 42}
)

// show makes the picture that has this name in turn.txt.
func (s *stage) show(name string) error {
	at, err := hex.Parse(pile)
	if err != nil {
		return err
	}
	public := s.match.Public().After(s.told...)
	var p interface{ PNG() []byte }
	switch name {
	case "map":
		p, err = render.Draw(s.painter, public, render.Paper(), whole)
	case "overview":
		p, err = render.NewReport(public).Overview(s.painter, render.Paper())
	case "number":
		p, err = render.NewReport(public).CloseUp(s.painter, render.Paper(), 2)
	case "close-up":
		p, err = render.Draw(s.painter, public, render.Paper(), fights)
	case "dark":
		p, err = render.Draw(s.painter, public, render.Dark(), night)
	case "reach":
		reach := s.match.View("german", view.Layer{Kind: "reach", Unit: scout})
		p, err = render.Draw(s.painter, reach, render.Paper(), around)
	case "supply":
		p, err = render.Draw(s.painter, s.match.Public(view.Layer{Kind: "supply"}), render.Paper(), cutOff)
	case "stack-german":
		p, err = render.DrawStack(s.painter, s.match.View("german"), render.Paper(), at)
	case "stack-soviet":
		p, err = render.DrawStack(s.painter, s.match.View("soviet"), render.Paper(), at)
	default:
		return errors.New("the gallery has no picture " + name)
	}
	if err != nil {
		return err
	}
	return s.keep(name, p.PNG())
}

// keep encodes a picture again, as small as possible: the program's own encoder is optimised for speed.
func (s *stage) keep(name string, data []byte) error {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var small bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&small, img); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.pictures = append(s.pictures, picture{name + ".png", small.Bytes()})
	return nil
}
