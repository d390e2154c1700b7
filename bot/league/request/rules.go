package request

import (
	"slices"
	"time"
)

// Kinds returns what somebody can ask for in a game as it is now, nil for nothing.
func Kinds(g Game, player string) (list []Kind) {
	switch {
	case g.HasLost(player) && !g.Over:
		return []Kind{Restore}
	case !g.Has(player):
		return nil
	case g.Agreed && g.Over && g.Counts:
		return []Kind{Correct, Annul}
	case g.Agreed:
		return nil
	case g.Over:
		return []Kind{Correct}
	}
	if g.Opened && !g.Adjourned {
		list = append(list, Adjourn)
	}
	if g.Opened {
		list = append(list, Adjudicate)
	}
	list = append(list, Forfeit)
	if g.Opened {
		list = append(list, Restore)
	}
	return append(list, Extend)
}

// Ask returns the event of a player's request. A game has at most one open request of a kind.
//
// RULING: if a request for a result was refused on appeal, that is final: its player cannot ask for it anew in that
// game, where the first judge would decide again. For time, a pause or a seat there may be new reasons.
func (d *Docket) Ask(player string, a Asking, g Game) (Event, error) {
	var err error
	if a.Reason, err = checkReason(a.Reason); err != nil {
		return Event{}, err
	}
	same, final, withdrawn := false, false, 0 // of earlier requests of this kind in the game
	for _, r := range d.List {
		if r.Game != a.Game || r.Kind != a.Kind || r.IsUndone() {
			continue
		}
		same = same || r.Waits()
		final = final || r.By == player && a.Kind.SetsResult() && len(r.Decisions) > 1 && !r.Last().Grant
		if r.By == player && r.State == Withdrawn {
			withdrawn++
		}
	}
	switch {
	case !g.Has(player) && !g.HasLost(player):
		return Event{}, Refusal{"not-yours"}
	case !slices.Contains(Kinds(g, player), a.Kind):
		return Event{}, Refusal{"kind"}
	case same:
		return Event{}, Refusal{"asked"}
	case final:
		return Event{}, Refusal{"final"}
	case withdrawn >= MostWithdrawn:
		return Event{}, Refusal{"withdrawn-often"}
	case a.Kind == Extend && (a.Days < 1 || a.Days > MostDays):
		return Event{}, Refusal{"days"}
	}
	return Event{Asked: &a}, nil
}

// Withdraw returns the event that takes back a player's own request, if it is not decided yet.
func (d *Docket) Withdraw(player string, number int) (Event, error) {
	r := d.Request(number)
	switch {
	case r == nil:
		return Event{}, Refusal{"unknown"}
	case r.By != player:
		return Event{}, Refusal{"others"}
	case r.State != Open:
		return Event{}, Refusal{whyClosed(r)}
	}
	return Event{Withdrawn: number}, nil
}

// whyClosed returns why a request can no longer be decided or withdrawn, for a Refusal.
func whyClosed(r *Request) string {
	switch r.State {
	case Withdrawn:
		return "withdrawn"
	case Lapsed:
		return "lapsed"
	}
	return "decided"
}

// Judge is somebody who wants to decide.
type Judge struct {
	Name       string
	Organisers []string // of the season
	Manages    bool     // he manages the server or the channel, which counts for games outside of seasons
}

// Judges returns those organisers who may decide a request: they play neither in its game nor in its pool, and don't
// have the seat that is asked for. An appeal is decided by another organiser than the first judge, or by him if there
// was no other.
//
// RULING: if there was another one at the first decision, the first judge never decides the appeal, even if the other
// is no organiser any more: otherwise he could take the office from him. The appeal waits for another organiser.
func Judges(r *Request, organisers []string, g Game) (list []string) {
	for _, o := range organisers {
		if !g.Has(o) && !g.HasLost(o) && !slices.Contains(g.Pool, o) && o != r.By && o != r.Holder {
			list = append(list, o)
		}
	}
	if r.State != Appealed {
		return list
	}
	others := slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == r.Decisions[0].By })
	if r.Others || len(others) > 0 {
		return others
	}
	return list
}

// mayDecide refuses somebody who may not decide a request.
//
// RULING: who can decide about games outside of seasons is not known beforehand. So the first judge may decide an
// appeal as well, but only when it has waited three days (Patience) for another one.
func mayDecide(r *Request, j Judge, g Game, now time.Time) error {
	first := r.State == Appealed && r.Decisions[0].By == j.Name
	switch {
	case !g.Agreed && !slices.Contains(j.Organisers, j.Name), g.Agreed && !j.Manages:
		return Refusal{"not-organiser"}
	case g.Has(j.Name), g.HasLost(j.Name), j.Name != "" && slices.Contains([]string{r.By, r.Holder}, j.Name):
		return Refusal{"own-game"}
	case slices.Contains(g.Pool, j.Name):
		return Refusal{"own-pool"}
	case g.Agreed && first && now.Before(r.Since.Add(Patience)):
		return Refusal{"other-first"}
	case !g.Agreed && !slices.Contains(Judges(r, j.Organisers, g), j.Name):
		return Refusal{"other-organiser"}
	}
	return nil
}

// MayDecide refuses a judge as Decide does, before he writes anything; appeal says which decision he wants to make.
func (d *Docket) MayDecide(j Judge, number int, appeal bool, g Game, now time.Time) error {
	r := d.Request(number)
	switch {
	case r == nil:
		return Refusal{"unknown"}
	case !r.Waits(), appeal != (r.State == Appealed):
		return Refusal{whyClosed(r)}
	}
	return mayDecide(r, j, g, now)
}

// Decide returns the event of a decision on a request, or on an appeal. It must have Points if NeedsResult says so.
func (d *Docket) Decide(j Judge, dec Decision, g Game, now time.Time) (Event, error) {
	if err := d.MayDecide(j, dec.Request, dec.Appeal, g, now); err != nil {
		return Event{}, err
	}
	var err error
	if dec.Reason, err = checkReason(dec.Reason); err != nil {
		return Event{}, err
	}
	r := d.Request(dec.Request)
	if !NeedsResult(r, dec) {
		dec.Points = nil
	} else if dec.Points == nil {
		return Event{}, Refusal{"result"}
	}
	switch {
	case r.Kind != Extend || !dec.Grant:
		dec.Days = 0
	case dec.Days < 1 || dec.Days > MostDays:
		return Event{}, Refusal{"days"}
	}
	return Event{Decided: &dec}, nil
}

// NeedsResult reports whether a decision must say what the result of the game is, because the kind of request does not
// tell it, as when a result is corrected or is taken back on appeal.
func NeedsResult(r *Request, dec Decision) bool {
	switch {
	case !r.Kind.SetsResult() || !r.Changes(dec):
		return false
	case dec.Grant:
		return r.Kind == Adjudicate || r.Kind == Correct
	}
	return true
}

// Appeal returns the event that asks for a second decision. Either player of the game can ask, once.
func (d *Docket) Appeal(player string, a Appeal, g Game) (Event, error) {
	r := d.Request(a.Request)
	switch {
	case r == nil:
		return Event{}, Refusal{"unknown"}
	case !g.Has(player) && !g.HasLost(player) && r.By != player:
		return Event{}, Refusal{"not-yours"}
	case r.Appealed != nil:
		return Event{}, Refusal{"appealed"}
	case r.State == Withdrawn, r.State == Lapsed:
		return Event{}, Refusal{whyClosed(r)}
	case r.State == Open:
		return Event{}, Refusal{"undecided"}
	}
	reason, err := checkReason(a.Reason)
	a.Reason, a.Cites = reason, oneLine(a.Cites)
	if err == nil && len([]rune(a.Cites)) > MostReason {
		err = Refusal{"long"}
	}
	return Event{Appealed: &a}, err
}

// TakeUp returns the event that goes on with an adjourned game, by a player or an organiser who could judge the game.
func (d *Docket) TakeUp(j Judge, number int, g Game) (Event, error) {
	r := d.Request(number)
	judges := !g.Agreed && slices.Contains(Judges(&Request{}, j.Organisers, g), j.Name) // of a request by nobody
	switch {
	case r == nil || r.Kind != Adjourn:
		return Event{}, Refusal{"unknown"}
	case !g.Has(j.Name) && !judges:
		return Event{}, Refusal{"not-yours"}
	case !g.Adjourned || r.State != Granted && r.State != Appealed:
		return Event{}, Refusal{"not-adjourned"}
	}
	return Event{TakenUp: number}, nil
}
