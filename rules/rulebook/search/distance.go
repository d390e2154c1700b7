package search

// slipsAllowed returns how many mistyped letters are tolerated in a word, by its length.
func slipsAllowed(word string) int {
	switch n := len(word); {
	case n < 4:
		return 0
	case n < 7:
		return 1
	}
	return 2
}

// distance returns how many letters are wrong, missing, extra or transposed between two words. If there are more than
// limit it returns some number above limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit || len(b) >= Longest {
		return limit + 1
	}
	var rows [3][Longest + 1]uint8
	last, row, next := &rows[0], &rows[1], &rows[2] // for a[:i-1], a[:i] and a[:i+1], by how much of b is compared
	for j := range len(b) + 1 {
		row[j] = uint8(j)
	}
	for i := range len(a) {
		next[0] = uint8(i + 1)
		least := next[0]
		for j := range len(b) {
			n := row[j]
			if a[i] != b[j] {
				n = min(n, row[j+1], next[j]) + 1
				if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
					n = min(n, last[j-1]+1)
				}
			}
			next[j+1] = n
			least = min(least, n)
		}
		if int(least) > limit {
			return limit + 1
		}
		last, row, next = row, next, last
	}
	return int(row[len(b)])
}
