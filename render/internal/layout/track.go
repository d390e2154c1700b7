package layout

// newTrack is the cells of a turn track in so much room: large ones for dates, or small ones if there are
// no dates or these would take more than two rows. Rows are as even as they can be.
func newTrack(size, room float64, turns int, dated bool) Cells {
	if s := boxes(turns, room, 5*size, 6.2*size); dated && s.rows() <= 2 {
		s.H = DatedCell * size
		return s
	}
	s := boxes(turns, room, 2.4*size, 2.9*size)
	s.H = 2.9 * size
	return s
}

// DatedCell is the height of a cell with dates, in sizes of type.
const DatedCell = 3.5

// boxes are n cells in as few rows as their least width allows.
func boxes(n int, room, least, most float64) Cells {
	fit := max(1, int(room/least))
	rows := max(1, (n+fit-1)/fit)
	cols := max(1, (n+rows-1)/rows)
	return Cells{W: min(most, room/float64(cols)), cols: cols, N: n}
}
