package playeraid

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/letters"
	"grognard/rules/view"
)

// cost is what a result costs, in the order of counted.
type cost [4]int

// counted are the texts of what is counted in results.
var counted = [4]string{"chances.attacker-steps", "chances.attacker-retreat", "chances.defender-steps",
	"chances.defender-retreat"}

// meaning is what a mark in results means and costs. A cost is the constant behind if the number behind the mark is it.
type meaning struct {
	mark, printed, words string
	costs                cost
}

// behind, as a cost, stands for the number that follows a mark in a result.
const behind = -1

// results reads the meanings of marks.
func (r *reader) results(n *document.Node) {
	if n == nil {
		return
	}
	if n.What != document.Mapping {
		r.Add(n.Spot, "here should stand marks, each with its meaning")
		return
	}
	for _, it := range n.Items {
		m := meaning{mark: letters.Plain(it.Key.Text), printed: it.Key.Text}
		switch v := it.Value; {
		case v == nil || v.What == document.Listed:
			r.Add(it.Key.Spot, "%q has no meaning", it.Key.Text)
		case v.What == document.Single:
			m.words = r.short(v.Spot, v.Text, maxWords)
		default:
			var f resultFile
			r.Fill(&f, v)
			m.words = r.short(f.Means.Spot, f.Means.Text, maxWords)
			for i, w := range []document.Word{f.Attacker, f.AttackerRetreat, f.Defender, f.DefenderRetreat} {
				m.costs[i] = r.cost(w)
			}
			if m.words == "" {
				r.Add(it.Key.Spot, "%q has no meaning: say it with means", it.Key.Text)
			}
		}
		if m.mark == "" {
			r.Add(it.Key.Spot, "a mark is missing")
			continue
		}
		r.meanings = append(r.meanings, m)
	}
	r.order = slices.Clone(r.meanings)
	slices.SortStableFunc(r.meanings, func(a, b meaning) int { return len(b.mark) - len(a.mark) })
}

// cost reads a cost: a number, or n, for which it returns behind.
func (r *reader) cost(w document.Word) int {
	if w.Text == "n" {
		return behind
	}
	n := r.number(w, "cost")
	if n < 0 {
		r.Add(w.Spot, "%q is no number from 0 to %d, and not n", w.Text, maxShift)
	}
	return max(n, 0)
}

// legend returns the meanings of marks in some results, in file order. With alone only whole results can be marks.
func (r *reader) legend(results []string, alone bool) (out []view.Meaning) {
	for i := range r.order {
		m := r.order[i]
		one := view.Meaning{Mark: m.printed, Words: m.words}
		for _, result := range results {
			marks := r.marksOf(result)
			if slices.Contains(marks, m.mark) && !(alone && letters.Plain(result) != m.mark) {
				one.In = append(one.In, result)
			}
		}
		if len(one.In) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// marksOf returns the marks in a result that have a meaning.
func (r *reader) marksOf(result string) (marks []string) {
	for rest := letters.Plain(result); rest != ""; {
		m, ok := r.markAt(rest)
		if !ok {
			_, size := utf8.DecodeRuneInString(rest)
			rest = rest[size:]
			continue
		}
		marks, rest = append(marks, m.mark), rest[len(m.mark):]
	}
	return marks
}

// markAt returns the meaning of the longest mark with which a text begins; ok is false if it begins with no mark.
func (r *reader) markAt(text string) (longest meaning, ok bool) {
	i := slices.IndexFunc(r.meanings, func(m meaning) bool { return strings.HasPrefix(text, m.mark) })
	if i < 0 {
		return meaning{}, false
	}
	return r.meanings[i], true
}

// orSeries returns the hint that a result has a meaning in the Standard Combat Series, "" if it has none there.
func (r *reader) orSeries(result string) string {
	if _, err := chart.ParseResult(letters.Plain(result)); err == nil && r.aid.Series == "" {
		return ", or write series: scs where it is one of that series"
	}
	return ""
}

// counts reads every result of a table and returns what is counted in them. A mark without a meaning is a finding,
// once, where strengths are compared.
func (r *reader) counts(t *table, below document.Word, rows []line) []series.Counted {
	if t.strengths == byNone {
		return nil
	}
	costs, unknown := map[string]cost{}, map[string]bool{}
	read := func(w document.Word) {
		if _, known := costs[w.Text]; known {
			return
		}
		c, left := r.costOf(w.Text)
		costs[w.Text] = c
		for _, mark := range left {
			if !unknown[mark] {
				r.Add(w.Spot, "result %q has no meaning: explain %q under results%s", w.Text, mark, r.orSeries(w.Text))
			}
			unknown[mark] = true
		}
	}
	for _, l := range rows {
		for _, w := range l[1:] {
			read(w)
		}
	}
	if below.Given() && below.Text != firstColumn {
		read(below)
	}
	var out []series.Counted
	for i, what := range counted {
		never := true
		for _, l := range rows {
			never = never && !slices.ContainsFunc(l[1:], func(w document.Word) bool { return costs[w.Text][i] > 0 })
		}
		if never && costs[below.Text][i] == 0 {
			continue
		}
		out = append(out, series.Counted{What: view.T(what), Of: func(result string) int { return costs[result][i] }})
	}
	return out
}

// costOf returns what a result costs, and the marks in it that have no meaning. In a game of the Standard Combat Series
// the codes of that series have their meaning (SCS 8.0a).
func (r *reader) costOf(result string) (c cost, left []string) {
	rest, codes := letters.Plain(result), ""
	for rest != "" {
		m, ok := r.markAt(rest)
		// a code of the series costs what it does there if the module explains it in words only
		if ok && r.aid.Series == "scs" && m.costs == (cost{}) && strings.Trim(m.mark, "ADr") == "" {
			ok = false
		}
		if !ok {
			_, size := utf8.DecodeRuneInString(rest)
			codes, rest = codes+rest[:size], rest[size:]
			continue
		}
		rest = rest[len(m.mark):]
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		number := 1
		if slices.Contains(m.costs[:], behind) {
			if n, err := strconv.Atoi(digits); err == nil && n <= 99 {
				number = n
			}
			rest = rest[len(digits):]
		}
		for j, n := range m.costs {
			if n == behind {
				n = number
			}
			c[j] += n
		}
	}
	if r.aid.Series == "scs" {
		if codes == "" {
			return c, nil
		}
		if res, err := chart.ParseResult(strings.TrimSpace(codes)); err == nil {
			for j, n := range []int{res.AttackerSteps, res.AttackerRetreat, res.DefenderSteps, res.DefenderRetreat} {
				c[j] += n
			}
			return c, nil
		}
	}
	if codes == "-" {
		return c, nil
	}
	return c, strings.FieldsFunc(codes, func(r rune) bool { return strings.ContainsRune("0123456789 /,+", r) })
}
