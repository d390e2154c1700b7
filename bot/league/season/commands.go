package season

import (
	"slices"
	"strings"

	"grognard/bot/league/pairing"
	"grognard/bot/league/request"
	"grognard/bot/league/standings"
)

// Announce returns the event that announces a season by its first organiser.
func Announce(t Terms) (Event, error) {
	t.Name = strings.Join(strings.Fields(t.Name), " ")
	return Event{Announced: &t}, t.check()
}

// checkOrganiser refuses somebody who is no organiser, and any command after the season's end.
func (s *Season) checkOrganiser(organiser string) error {
	switch {
	case !slices.Contains(s.Organisers, organiser):
		return Refusal{Why: NotOrganiser}
	case s.Stage == Cancelled || s.Stage == Closed:
		return Refusal{Why: IsOver}
	}
	return nil
}

// checkOrganiserAfterEnd does what checkOrganiser does, but accepts commands after the end of a season that was played:
// the last result closes the season, and may be wrong.
func checkOrganiserAfterEnd(s *Season, organiser string) error {
	if s.Stage == Closed && slices.Contains(s.Organisers, organiser) {
		return nil
	}
	return s.checkOrganiser(organiser)
}

// Hand returns the event that makes somebody an organiser, or ends that. The last organiser stays, and to take out
// another one needs a reason. It is possible after the season's end too, for requests that no other may decide.
func (s *Season) Hand(organiser string, to Office) (Event, error) {
	isOrganiser := slices.Contains(s.Organisers, to.Player)
	to.Reason = strings.Join(strings.Fields(to.Reason), " ")
	switch err := checkOrganiserAfterEnd(s, organiser); {
	case err != nil:
		return Event{}, err
	case !to.Ends && isOrganiser:
		return Event{}, Refusal{Why: AlreadyIn}
	case to.Ends && !isOrganiser:
		return Event{}, Refusal{Why: NoOffice}
	case to.Ends && len(s.Organisers) == 1:
		return Event{}, Refusal{Why: LastOffice}
	case to.Ends && organiser != to.Player && judgesOver(s, to.Player, organiser):
		return Event{}, Refusal{Why: OwnJudge}
	case to.Ends && organiser != to.Player && to.Reason == "":
		return Event{}, Refusal{Why: NoReason}
	}
	return Event{Organiser: &to}, nil
}

// Hands returns the first refusal that several changes would meet if they were carried out in order, nil for none.
func Hands(s *Season, organiser string, changes []Office) error {
	then := *s
	for _, to := range changes {
		event, err := then.Hand(organiser, to)
		if err != nil {
			return err
		}
		then.Organisers = organisersAfter(then.Organisers, *event.Organiser)
	}
	return nil
}

func organisersAfter(organisers []string, to Office) []string {
	if to.Ends {
		return slices.DeleteFunc(slices.Clone(organisers), func(p string) bool { return p == to.Player })
	}
	return append(slices.Clone(organisers), to.Player)
}

// judgesOver reports whether a request waits that the organiser judge may decide and that concerns a game of party.
func judgesOver(s *Season, judge, party string) bool {
	return slices.ContainsFunc(s.Requests.Waiting(), func(r request.Request) bool {
		g := s.Game(r.Game)
		if g == nil || !slices.Contains(Judges(s, &r), judge) {
			return false
		}
		facts := Facts(s, g)
		return facts.Has(party) || facts.HasLost(party) || slices.Contains(facts.Pool, party)
	})
}

// TakeOver returns the event that makes somebody the organiser of a season whose last one was forgotten.
func (s *Season) TakeOver(player string) (Event, error) {
	if len(s.Organisers) > 0 || s.Terms.Format == Agreed {
		return Event{}, Refusal{Why: NotOrganiser}
	}
	return Event{Organiser: &Office{Player: player}}, nil
}

// Join returns the event that signs a player up, or changes his SignUp. Once the season runs, a new player is in the
// next Swiss round, or at the bottom of a ladder; in other formats he is a reserve.
func (s *Season) Join(player string, with SignUp) (Event, error) {
	p := s.Player(player)
	switch {
	case s.Stage == Cancelled || s.Stage == Closed || s.Terms.Format == Agreed:
		return Event{}, Refusal{Why: SignUpOver}
	case slices.Contains(with.Avoid, player):
		return Event{}, Refusal{Why: Oneself}
	case p != nil && !p.Left.IsZero() && s.Stage != SignUps:
		return Event{}, Refusal{Why: AlreadyOut} // games were given up when the player left
	case p != nil:
		if s.Stage != SignUps { // the place in the season stays
			with.Reserve = p.Reserve
		}
	case s.Stage != SignUps && (s.Terms.Format == Pools || s.Terms.Format == Knock || s.inPlayOff()):
		with.Reserve = true
	}
	if !with.Reserve && !p.plays() && len(s.Playing()) >= pairing.Most {
		return Event{}, Refusal{Why: Full}
	}
	with.AtOnce = min(max(with.AtOnce, 0), s.Terms.AtOnce)
	return Event{Joined: &with}, nil
}

// Leave returns the event by which a player leaves, or an organiser takes him out, with a reason.
func (s *Season) Leave(by string, l Leaving) (Event, error) {
	l.Reason = strings.Join(strings.Fields(l.Reason), " ")
	p := s.Player(l.Player)
	switch {
	case s.Stage == Cancelled || s.Stage == Closed:
		return Event{}, Refusal{Why: IsOver}
	case p == nil || s.Terms.Format == Agreed: // nobody can withdraw from agreed games when he loses
		return Event{}, Refusal{Why: NotIn}
	case !p.Left.IsZero():
		return Event{}, Refusal{Why: AlreadyOut}
	case by == l.Player:
		return Event{Left: &l}, nil
	case s.checkOrganiser(by) != nil:
		return Event{}, s.checkOrganiser(by)
	case gains(s, by, l.Player):
		return Event{}, Refusal{Why: OwnGame}
	case l.Reason == "":
		return Event{}, Refusal{Why: NoReason}
	}
	return Event{Left: &l}, nil
}

// gains reports whether an organiser who plays would gain if a player left: as one of those left in a knock-out, as one
// of the player's pool, or as his opponent in a game that is open or, by the terms, would be annulled.
func gains(s *Season, organiser, player string) bool {
	if inKnockOut(s) && s.Player(organiser).plays() {
		return true
	}
	return slices.ContainsFunc(s.Games, func(g Game) bool {
		_, plays := g.Has(player)
		_, against := g.Has(organiser)
		return plays && (against && (!g.IsOver() || s.Terms.Dropped == Annul) || inPool(s, g, organiser))
	})
}

// inPool reports whether somebody plays in the pool of a game.
func inPool(s *Season, g Game, player string) bool {
	return g.Pair.Pool > 0 && slices.Contains(s.Pools[g.Pair.Pool-1], player)
}

// Stop returns the event that pauses a season, goes on with it, cancels it or closes a ladder, which has no other end.
func (s *Season) Stop(organiser string, h Halt) (Event, error) {
	h.Reason = strings.Join(strings.Fields(h.Reason), " ")
	switch err := s.checkOrganiser(organiser); {
	case err != nil:
		return Event{}, err
	case h.How == Paused && s.Stage == Paused:
		return Event{}, Refusal{Why: IsPaused}
	case h.How == Paused && s.Stage != Running, h.How == Running && s.Stage != Paused:
		return Event{}, Refusal{Why: NotRunning}
	case h.How == Closed && s.Terms.Format == Ladder && s.openGames() > 0:
		return Event{}, Refusal{Why: RoundOpen}
	case h.How == Closed && s.Terms.Format == Ladder: // it needs no reason
		return Event{Stopped: &h}, nil
	case h.How != Paused && h.How != Running && h.How != Cancelled:
		return Event{}, Refusal{Why: BadTerms, What: string(h.How)}
	case h.How != Running && h.Reason == "":
		return Event{}, Refusal{Why: NoReason}
	}
	return Event{Stopped: &h}, nil
}

// Seed returns the event that sets the order of strength, which must name all who take part, each once.
func (s *Season) Seed(organiser string, order []string) (Event, error) {
	if err := s.checkOrganiser(organiser); err != nil {
		return Event{}, err
	}
	if s.Stage != SignUps {
		return Event{}, Refusal{Why: SignUpOver}
	}
	in := s.Playing()
	if len(in) == 0 {
		return Event{}, Refusal{Why: TooFew}
	}
	for i, id := range order {
		if !slices.Contains(in, id) || slices.Contains(order[:i], id) {
			return Event{}, Refusal{Why: BadOrder, What: id}
		}
	}
	for _, id := range in {
		if !slices.Contains(order, id) {
			return Event{}, Refusal{Why: BadOrder, What: id}
		}
	}
	return Event{Seeded: order}, nil
}

// Playing returns those who take part now, in s.Order, and then those who are not in it, in the order of joining.
func (s *Season) Playing() (ids []string) {
	for _, id := range s.Order {
		if s.Player(id).plays() {
			ids = append(ids, id)
		}
	}
	for i := range s.Players {
		if p := &s.Players[i]; p.plays() && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Show returns the event that a player of a game has shown himself; false if that is known or does not matter.
func (s *Season) Show(player string, game int) (_ Event, ok bool) {
	g := s.Game(game)
	if g == nil || g.ID == "" || g.IsOver() {
		return Event{}, false
	}
	seat, ok := g.Has(player)
	if !ok || g.Moved[seat] {
		return Event{}, false
	}
	return Event{Moved: &Contact{Game: game, Player: player}}, true
}

// Rule returns the event by which an organiser gives a game a result, or changes the one that it has. He may not play
// in its pool, and no round of a knock-out may have followed from the game.
func (s *Season) Rule(organiser string, o Outcome) (Event, error) {
	o.Reason = strings.Join(strings.Fields(o.Reason), " ")
	if err := checkOrganiserAfterEnd(s, organiser); err != nil {
		return Event{}, err
	}
	return rule(s, organiser, o)
}

// rule returns the event of a ruling, if nothing about the game forbids it. The caller has checked the organiser.
func rule(s *Season, by string, o Outcome) (Event, error) {
	g := s.Game(o.Game)
	if g == nil || g.Pair.Second == "" {
		return Event{}, Refusal{Why: NoGame}
	}
	_, plays := g.Has(by)
	p, q := o.Result.Points[0], o.Result.Points[1]
	switch {
	case o.Reason == "":
		return Event{}, Refusal{Why: NoReason}
	case plays || inPool(s, *g, by):
		return Event{}, Refusal{Why: OwnGame}
	case isFollowed(s, g):
		return Event{}, Refusal{Why: RoundFollowed}
	case p < 0 || q < 0 || p+q > 2 || p+q == 1: // the half points of a game sum to 2, or to 0 if both have lost
		return Event{}, Refusal{Why: BadResult}
	}
	o.Result.First, o.Result.Second = g.Pair.First, g.Pair.Second
	o.Result.Unplayed = !g.Moved[0] || !g.Moved[1]
	if s.Terms.Format == Agreed { // its logs do not always say who has shown himself
		o.Result.Unplayed = !g.Played
	}
	return Event{Ruled: &o}, nil
}

// isFollowed reports whether a round of a knock-out has followed from a game.
func isFollowed(s *Season, g *Game) bool {
	return inKnockOut(s) && g.Round != s.Rounds[len(s.Rounds)-1].Number
}

// End returns the event of a game played to its end; false if it has a result already, also one of an organiser.
func (s *Season) End(game int, how string, points [2]int, margin int, clock string) (_ Event, ok bool) {
	g := s.Game(game)
	if g == nil || g.IsOver() {
		return Event{}, false
	}
	return Event{Ended: &Outcome{Game: game, How: how, Result: standings.Result{First: g.Pair.First,
		Second: g.Pair.Second, Points: points, Margin: margin, Clock: clock}}}, true
}
