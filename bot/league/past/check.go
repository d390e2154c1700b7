package past

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Checks are what a file is checked against.
type Checks struct {
	Who     func(name string) (user string, why Why) // the user ID for a name, mention or ID, or why there is none
	Modules []Module
	Zone    func(name string) bool // whether there is such a zone
}

// Module is a game that can be played.
type Module struct {
	ID        string
	Sides     []string // two elements for each in the order of play: its identifier and its name
	Scenarios []string // identifiers
}

// Names returns the names of all players in a file, each once.
func (s *Sheet) Names() (names []string) {
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	for _, r := range s.Results {
		names = append(names, r.Names[:]...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Check sets the users of a file's lines, and moves the lines that do not fit to s.Refused.
func (s *Sheet) Check(c Checks) {
	in := map[string]int{} // the line of each user
	s.Players = slices.DeleteFunc(s.Players, func(p Player) bool { return s.refuses(p.Line, checkPlayer(&p, c, in)) })
	for i := range s.Players {
		s.Players[i].User, _ = c.Who(s.Players[i].Name)
	}
	var taken []Result
	for _, r := range s.Results {
		if !s.refuses(r.Line, checkResult(&r, c)) {
			taken = append(taken, r)
		}
	}
	s.Results = taken
	slices.SortFunc(s.Refused, func(a, b Refused) int { return cmp.Compare(a.Line, b.Line) })
}

// refuses notes a refusal of a line, and reports whether there is one.
func (s *Sheet) refuses(line int, r Refused) bool {
	if r.Why == "" {
		return false
	}
	r.Line = line
	s.Refused = append(s.Refused, r)
	return true
}

func checkPlayer(p *Player, c Checks, in map[string]int) Refused {
	user, why := c.Who(p.Name)
	switch {
	case why != "":
		return Refused{Why: why, What: p.Name}
	case in[user] > 0:
		return Refused{Why: Twice, What: strconv.Itoa(in[user])}
	case p.Zone != "" && !c.Zone(p.Zone):
		return Refused{Why: BadZone, What: p.Zone}
	}
	in[user] = p.Line
	return Refused{}
}

// checkResult sets the users of a result, the first side's player first, or returns why its line is refused.
func checkResult(r *Result, c Checks) Refused {
	for i, name := range r.Names {
		user, why := c.Who(name)
		if why != "" {
			return Refused{Why: why, What: name}
		}
		r.Users[i] = user
	}
	i := slices.IndexFunc(c.Modules, func(m Module) bool { return strings.EqualFold(m.ID, r.Module) })
	switch {
	case r.Users[0] == r.Users[1]:
		return Refused{Why: Oneself, What: r.Names[0]}
	case i < 0:
		return Refused{Why: NoModule, What: r.Module}
	}
	m := c.Modules[i]
	r.Module = m.ID
	if r.Scenario != "" && !slices.Contains(m.Scenarios, r.Scenario) {
		return Refused{Why: NoModule, What: r.Module + " " + r.Scenario}
	}
	if r.Side == "" {
		return Refused{}
	}
	k := slices.IndexFunc(m.Sides, func(side string) bool { return strings.EqualFold(side, r.Side) })
	if k < 0 {
		return Refused{Why: NoSide, What: r.Side}
	}
	side := k / 2 // against a third side's player (2 and above) the opponent's side is not known
	if r.Sided = side < 2; side == 1 {
		r.Users[0], r.Users[1] = r.Users[1], r.Users[0]
		r.Names[0], r.Names[1] = r.Names[1], r.Names[0]
		r.Points[0], r.Points[1] = r.Points[1], r.Points[0]
	}
	return Refused{}
}
