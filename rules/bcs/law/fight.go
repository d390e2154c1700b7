package law

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
)

// Fight is an Attack (BCS 7.2) or a Shock Attack (BCS 7.3) that could be made.
type Fight struct {
	Unit     *state.Piece
	Assists  []*state.Piece
	Hex      hex.Hex
	Defender *state.Piece // whose Action Rating counts, nil where no combat unit is left
	Shock    bool
	Mission  Mission
}

// Defending is the unit whose Action Rating counts in a hex that is attacked: the best one, of equals the upper; nil
// for none.
func Defending(p *Position, h hex.Hex) (best *state.Piece) {
	for u := range p.St.Pile(h) {
		if p.G.IsCombat(u) && (best == nil || p.G.Face(u).AR > p.G.Face(best).AR) {
			best = u
		}
	}
	return best
}
