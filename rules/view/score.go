package view

import (
	"grognard/rules/geography"
	"grognard/rules/order"
)

// Score is the victory points and the level that they would mean.
type Score struct {
	Side     order.Side // who counts points
	VP       int        // what it holds, and what it has for its accent
	Accent   int        // of them for its accent
	Level    string     // its identifier, as in minor-german
	Name     string     // its printed name
	From, To int        // the points that mean this level; To is Open for the highest
	Held     []Points   // what each side holds on the map, in the order of play
	Claim    order.Side // who may still claim a point for its accent now that the game is over
	Rule     Rule       // by which the level is found
	Counts   Rule       // by which places are worth points
}

// Open is a limit that there is not.
const Open = -1

// Points is the places worth points that a side holds.
type Points struct {
	Side   order.Side
	VP     int
	Places []geography.Place
}

// Text is what a side holds, place by place.
func (p Points) Text() Text {
	if len(p.Places) == 0 {
		return T("score.holds-none", "side", p.Side)
	}
	places := make([]Text, len(p.Places))
	for i, at := range p.Places {
		places[i] = T("score.place", "place", at.Name, "points", at.VP)
	}
	return T("score.holds", "side", p.Side, "points", p.VP, "places", places)
}

// Text is the level with its edges and the points that mean it.
func (s *Score) Text() Text {
	edges := T("score.between", "from", s.From, "to", s.To)
	switch {
	case s.To == Open:
		edges = T("score.at-least", "from", s.From)
	case s.From == 0:
		edges = T("score.at-most", "to", s.To)
	case s.From == s.To:
		edges = T("score.exactly", "to", s.To)
	}
	return T("told.victory", "level", s.Name, "side", s.Side, "points", s.VP, "accent", s.Accent, "edges", edges)
}
