package seats

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Offer returns the row that offers a seat to a user; seeks says that a substitute is sought, and then "" offers the
// seat to anybody.
func Offer(g *ledger.Game, side order.Side, user string, seeks bool) (ledger.Body, error) {
	b := reseat(api.SeatOpen, side)
	b.Reseated.Seeks = seeks
	switch {
	case user == "" && !seeks:
		return ledger.Body{}, api.ErrNoMember
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case !g.Started:
		return ledger.Body{}, api.ErrNotStarted
	case g.Player(side) == "":
		return ledger.Body{}, api.ErrNoSide
	}
	return b, CheckTake(g, side, user)
}

// CheckTake refuses a user who cannot get a seat by an offer; "" stands for anybody.
func CheckTake(g *ledger.Game, side order.Side, user string) error {
	switch {
	case user == "":
		return nil
	case user == g.Player(side):
		return api.ErrOwnSeat
	}
	return CheckOtherSide(g, user, side)
}

// Take returns the row by which a user takes the seat that he was offered.
func Take(g *ledger.Game, user string, side order.Side) (ledger.Body, error) {
	h := g.SeatOffer(side)
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case h == nil, user == "", !h.Open && h.To != user:
		return ledger.Body{}, api.ErrNoSeatOffer
	}
	return reseat(api.SeatTaken, side), CheckTake(g, side, user)
}

// DeclineOffer returns the row by which a user declines the seat that he was offered, or its player withdraws the
// offer.
func DeclineOffer(g *ledger.Game, user string, side order.Side) (ledger.Body, error) {
	h := g.SeatOffer(side)
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case h == nil:
		return ledger.Body{}, api.ErrNoSeatOffer
	case user == g.Player(side):
		return reseat(api.SeatRetracted, side), nil
	case user == "" || user != h.To:
		return ledger.Body{}, api.ErrNoSeatOffer
	}
	return reseat(api.SeatDeclined, side), nil
}

// SetOffer sets the offer of a side's seat, nil for none.
func SetOffer(g *ledger.Game, side order.Side, to *ledger.SeatOffer) {
	g.SeatOffers = slices.DeleteFunc(slices.Clone(g.SeatOffers),
		func(h ledger.SeatOffer) bool { return h.Side == side })
	if to != nil {
		g.SeatOffers = append(g.SeatOffers, *to)
	}
}

// passOnSeat stores that the user to whom a seat is offered does not get it. Where a substitute is sought the next
// user will be asked, and this one not again.
func passOnSeat(g *ledger.Game, side order.Side) {
	if !g.SeeksSubstitute(side) {
		SetOffer(g, side, nil)
		return
	}
	h := *g.SeatOffer(side)
	if h.To != "" {
		h.Passed = append(slices.Clip(h.Passed), h.To)
	}
	h.To, h.Open = "", false
	SetOffer(g, side, &h)
}
