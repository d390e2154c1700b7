package season

// Why is the reason for which a command is refused.
type Why string

const (
	BadTerms     Why = "terms" // Refusal.What names the member
	NotOrganiser Why = "not-organiser"
	LastOffice   Why = "last-organiser"
	SignUpOver   Why = "sign-up-over"
	NotIn        Why = "not-in"
	NoOffice     Why = "no-office"
	AlreadyIn    Why = "already-in"
	AlreadyOut   Why = "already-out"
	NotRunning   Why = "not-running"
	IsPaused     Why = "paused"
	IsOver       Why = "over"
	TooFew       Why = "too-few"
	BadOrder     Why = "order" // Refusal.What names a player who is missing, or there twice
	NoRound      Why = "no-round"
	RoundPlayed  Why = "round-played"
	RoundOpen    Why = "round-open"
	NoGame       Why = "no-game"
	GameRuns     Why = "game-runs"
	GameOver     Why = "game-over"
	BadResult    Why = "result"
	Oneself      Why = "oneself"
	OwnGame      Why = "own-game"  // an organiser does not decide about a game of his own
	OwnJudge     Why = "own-judge" // nor does he take out another organiser who is to decide about it
	NoReason     Why = "reason"
	NotAbove     Why = "not-above"
	Busy         Why = "busy"
	Full         Why = "full"

	RoundFollowed Why = "round-followed"
	PastFull      Why = "past-full"
)

// Refusal is the error of a command that is refused.
type Refusal struct {
	Why  Why
	What string
}

func (r Refusal) Error() string {
	if r.What == "" {
		return "refused: " + string(r.Why)
	}
	return "refused: " + string(r.Why) + " " + r.What
}
