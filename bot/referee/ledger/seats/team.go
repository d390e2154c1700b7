package seats

import (
	"slices"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Deputise returns the row by which the player of a seat makes a user his deputy.
func Deputise(g *ledger.Game, by, user string) (ledger.Body, error) {
	side, err := SideOfRecruiter(g, by, user)
	if err != nil {
		return ledger.Body{}, err
	}
	if user == by {
		return ledger.Body{}, api.ErrOwnSeat
	}
	if g.Seat(side).Deputy() != nil {
		return ledger.Body{}, api.ErrDeputy
	}
	return reseat(api.Deputised, side), nil
}

// Assign returns the row that assigns units. Everybody is told of a new member, but only the side knows which units
// he commands.
func Assign(g *ledger.Game, by, user string, f ledger.Force) (ledger.Body, error) {
	side, err := SideOfRecruiter(g, by, user)
	if err != nil {
		return ledger.Body{}, err
	}
	b := reseat(api.Assigned, side)
	b.Reseated.Force, b.Reseated.Announced = &f, user != by && g.Seat(side).Member(user) == nil
	return b, nil
}

// Dismiss returns the row by which the member of a slot leaves the side. He himself and the player of the seat may
// give it.
func Dismiss(g *ledger.Game, by string, slot int) (ledger.Body, error) {
	side, err := g.SideInPlay(by)
	if err != nil {
		return ledger.Body{}, err
	}
	p := g.Seat(side)
	i := slices.IndexFunc(p.Members, func(m ledger.Member) bool { return m.Slot == slot })
	switch {
	case i < 0:
		return ledger.Body{}, api.ErrNoMember
	case p.User != by && p.Members[i].User != by:
		return ledger.Body{}, api.ErrNotCommander
	}
	b := reseat(api.Dismissed, side)
	b.Reseated.Slot = slot
	return b, nil
}

// SideOfRecruiter returns the side of a player who makes a user a member, if that user can be one.
func SideOfRecruiter(g *ledger.Game, by, user string) (order.Side, error) {
	side, err := g.SideOfSeatHolder(by)
	switch {
	case err != nil:
		return "", err
	case user == "":
		return "", api.ErrNoMember
	case user == by:
		return side, nil
	}
	return side, checkRoom(g, side, user)
}

// ReadForce returns the force that a comma-separated list names: a side's formations, units by name or identifier,
// and hexes, which stand for the side's units that are there now.
func ReadForce(g *ledger.Game, side order.Side, words string) (f ledger.Force, err error) {
	for word := range strings.SplitSeq(words, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		formation, units := namedForce(g, side, word)
		switch {
		case formation != "":
			f.Formations = append(f.Formations, formation)
		case len(units) > 0:
			f.Units = append(f.Units, units...)
		default:
			return ledger.Force{}, &api.NoForce{Words: word}
		}
	}
	slices.Sort(f.Formations)
	slices.Sort(f.Units)
	f.Formations, f.Units = slices.Compact(f.Formations), slices.Compact(f.Units)
	if len(f.Formations)+len(f.Units) == 0 {
		err = &api.NoForce{Words: words}
	}
	return f, err
}

// namedForce returns the formation of a side that a word names, or else its units.
func namedForce(g *ledger.Game, side order.Side, word string) (formation string, units []order.UnitID) {
	word = order.Fold(word)
	for id, u := range g.Def.Units {
		switch {
		case u.Side != side:
		case u.Formation != "" && order.Fold(u.Formation) == word:
			return u.Formation, nil
		case order.Fold(u.Name) == word || order.Fold(string(id)) == word:
			units = append(units, id)
		}
	}
	for _, st := range g.Match.View(side).Board().Stacks {
		if st.Side == side && order.Fold(st.Hex.String()) == word {
			for _, c := range st.Known {
				units = append(units, c.ID)
			}
		}
	}
	return "", units
}
