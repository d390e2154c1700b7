package otherhand_test

import (
	"fmt"
	"slices"

	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
)

// reportJSON is what this hand reads of a season that was played.
type reportJSON struct {
	People []struct {
		Name, User          string
		First, Second, Byes int
		Reliability         record
	}
	Ratings  []rating.Line
	Balances []rated.Balance
	Season   seasonJSON
}

// record is how reliable somebody was.
type record struct{ Asked, InTime, Begun, Finished, Excused int }

// seasonJSON is what this hand reads of a season.
type seasonJSON struct {
	Format string `json:"format"`
	Stage  string `json:"stage"`
	Since  string `json:"since"`
	Terms  struct {
		Rounds    int      `json:"rounds"`
		PlayOff   int      `json:"playOff"`
		Up        int      `json:"up"`
		Above     int      `json:"above"`
		Tied      string   `json:"tied"`
		TieBreaks []string `json:"tieBreaks"`
	} `json:"terms"`
	Players []struct {
		ID      string `json:"id"`
		Reserve bool   `json:"reserve"`
		Left    string `json:"left"`
	} `json:"players"`
	Ladder []string `json:"ladder"`
	Tables []table  `json:"tables"`
	Rounds []struct {
		Round   int    `json:"round"`
		PlayOff bool   `json:"playOff"`
		Paired  string `json:"paired"`
		Games   []game `json:"games"`
	} `json:"rounds"`
}

type game struct {
	Game       int     `json:"game"`
	Round      int     `json:"round"`
	Pool       int     `json:"pool"`
	First      string  `json:"first"`
	Second     string  `json:"second"`
	Repeats    int     `json:"repeats"`
	Challenger string  `json:"challenger"`
	Ended      string  `json:"ended"`
	Result     *result `json:"result"`
	How        string  `json:"how"`
	Ruled      string  `json:"ruledBy"`
	Annulled   bool    `json:"annulled"`
	Scenario   string  `json:"scenario"`

	Answers [2]struct{ Asked, Late int } `json:"answers"`
	Counts  bool                         `json:"counts"`
}

type result struct {
	Points   [2]int `json:"points"`
	Margin   int    `json:"margin"`
	Unplayed bool   `json:"unplayed"`
	Bye      bool   `json:"bye"`
	Clock    string `json:"clockRanOut"`
}

type table struct {
	Pool      int      `json:"pool"`
	TieBreaks []string `json:"tieBreaks"`
	Rows      []row    `json:"rows"`
}

type row struct {
	Player   string `json:"player"`
	Place    int    `json:"place"`
	Played   int    `json:"played"`
	Won      int    `json:"won"`
	Drawn    int    `json:"drawn"`
	Lost     int    `json:"lost"`
	Unplayed int    `json:"unplayed"`
	Points   int    `json:"points"`
	Broken   []int  `json:"tie-breaks"`
	Reach    *span  `json:"reach"`
	Moves    string `json:"moves"`
	Out      bool   `json:"out"`
	Met      []met  `json:"met"`
}

type span struct {
	Best  int `json:"best"`
	Worst int `json:"worst"`
}

type met struct {
	Player string `json:"player"`
	Points []int  `json:"points"`
}

// side is a game as one of its players sees it.
type side struct {
	other             string // "" for nobody
	points, against   int
	margin            int
	unplayed, clocked bool
}

func sides(members []string, games []game) map[string][]side {
	all := map[string][]side{}
	for _, g := range games {
		bye := g.Second == ""
		if !slices.Contains(members, g.First) || !bye && !slices.Contains(members, g.Second) {
			continue
		}
		r := g.Result
		unplayed := r.Unplayed || bye
		all[g.First] = append(all[g.First],
			side{g.Second, r.Points[0], r.Points[1], r.Margin, unplayed, r.Clock == g.First})
		if !bye {
			all[g.Second] = append(all[g.Second],
				side{g.First, r.Points[1], r.Points[0], -r.Margin, unplayed, r.Clock == g.Second})
		}
	}
	return all
}

// standing computes a table of the members' games. Who is equal in everything stands in the order of the members.
func standing(members []string, games []game, by []string) []row {
	seen := sides(members, games)
	points := map[string]int{}
	rows := map[string]*row{}
	for _, m := range members {
		r := &row{Player: m}
		for _, s := range seen[m] {
			r.Points += s.points
			if s.unplayed {
				r.Unplayed++
				continue
			}
			r.Played++
			switch {
			case s.points > s.against:
				r.Won++
			case s.points < s.against:
				r.Lost++
			default:
				r.Drawn++
			}
		}
		points[m], rows[m] = r.Points, r
	}
	groups := split([][]string{members}, func(_ []string, m string) int { return points[m] })
	for _, breaks := range by {
		value := func(group []string, m string) (sum int) {
			for _, s := range seen[m] {
				theirs := points[s.other]
				if s.unplayed {
					theirs = points[m]
				}
				switch breaks {
				case "head-to-head":
					if s.other != "" && len(group) > 1 && slices.Contains(group, s.other) {
						sum += s.points
					}
				case "sonneborn-berger":
					sum += s.points * theirs
				case "buchholz":
					sum += theirs
				case "wins":
					if !s.unplayed && s.points > s.against {
						sum++
					}
				case "margin":
					sum += s.margin
				case "clocks":
					if s.clocked {
						sum--
					}
				default:
					panic(breaks)
				}
			}
			return sum
		}
		for _, group := range groups {
			for _, m := range group {
				rows[m].Broken = append(rows[m].Broken, value(group, m))
			}
		}
		groups = split(groups, value)
	}
	var all []row
	for _, group := range groups {
		place := len(all) + 1
		for _, m := range group {
			rows[m].Place = place
			all = append(all, *rows[m])
		}
	}
	for i := range all {
		for _, other := range all {
			cell := met{Player: other.Player}
			for _, s := range seen[all[i].Player] {
				if s.other == other.Player {
					cell.Points = append(cell.Points, s.points)
				}
			}
			if cell.Points != nil {
				all[i].Met = append(all[i].Met, cell)
			}
		}
	}
	return all
}

// split divides groups by a value, the greatest first.
func split(groups [][]string, value func(group []string, m string) int) (all [][]string) {
	for _, group := range groups {
		of := map[int][]string{}
		var values []int
		for _, m := range group {
			v := value(group, m)
			if of[v] == nil {
				values = append(values, v)
			}
			of[v] = append(of[v], m)
		}
		slices.Sort(values)
		for _, v := range slices.Backward(values) {
			all = append(all, of[v])
		}
	}
	return all
}

func (s seasonJSON) tables(fail failure) {
	pools := 0
	for _, g := range s.games(0) {
		pools = max(pools, g.Pool)
	}
	if max(pools, 1) != len(s.Tables) {
		fail("%d tables of %d pools", len(s.Tables), pools)
		return
	}
	for i, table := range s.Tables {
		if pools > 0 && table.Pool != i+1 || !slices.Equal(table.TieBreaks, s.Terms.TieBreaks) {
			fail("table %d is of pool %d, by %v", i, table.Pool, table.TieBreaks)
		}
		want := standing(s.members(table.Pool), s.counted(table.Pool, fail), table.TieBreaks)
		var names, members []string
		for _, r := range table.Rows {
			names = append(names, r.Player)
		}
		for _, r := range want {
			members = append(members, r.Player)
		}
		if slices.Sort(members); !slices.Equal(members, slices.Sorted(slices.Values(names))) {
			fail("pool %d has %v, and in its games are %v", table.Pool, names, members)
			continue
		}
		place, out := 0, s.out()
		places := map[string]int{} // who is still in before who is out
		for _, r := range want {
			places[r.Player] = 1
			for _, o := range want {
				if out[r.Player] && !out[o.Player] || out[r.Player] == out[o.Player] && o.Place < r.Place {
					places[r.Player]++
				}
			}
		}
		for j, r := range table.Rows {
			w := want[slices.IndexFunc(want, func(w row) bool { return w.Player == r.Player })]
			gone := func(r row) bool { return s.left(r.Player) } // who has left keeps no place for the next season
			stay := slices.DeleteFunc(slices.Clone(table.Rows), gone)
			k := slices.IndexFunc(stay, func(o row) bool { return o.Player == r.Player })
			moves := ""
			if table.Pool > 1 && 0 <= k && k < s.Terms.Up {
				moves = "up"
			} else if table.Pool > 0 && table.Pool < pools && k >= len(stay)-s.Terms.Up {
				moves = "down"
			}
			if r.Moves != moves {
				fail("%s, row %d of pool %d, moves %q, and by this hand %q", r.Player, j+1, table.Pool, r.Moves, moves)
			}
			slices.SortFunc(w.Met, func(a, b met) int { return slices.Index(names, a.Player) - slices.Index(names, b.Player) })
			if r.Place < place {
				fail("%s stands below somebody whose place is %d", r.Player, place)
			}
			place = r.Place
			w.Moves, w.Reach, w.Out, w.Place = r.Moves, r.Reach, out[w.Player], places[w.Player]
			if got, want := fmt.Sprintf("%+v", r), fmt.Sprintf("%+v", w); got != want {
				fail("%s\nand by this hand\n%s", got, want)
			}
		}
	}
}
