package ledger

// meanwhile says whether the row may stand between a command and its dice: it is about the round, does not
// change the position, or ends the game.
func (b Body) Meanwhile() bool {
	return b.Renamed != nil || b.Waived != nil || b.Bound != nil || b.Ended != nil || b.Proposed != nil ||
		b.Answered != nil || b.Vacation != nil || b.aboutClocks() ||
		b.Master != nil && b.Undone == nil
}
