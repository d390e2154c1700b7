package rest

import (
	"log/slog"
	"sync"
	"time"
)

// rivals notices that another process uses the same token: Discord sends each interaction to both, and refuses the
// later of two first answers.
type rivals struct {
	log  *slog.Logger
	mu   sync.Mutex
	told time.Time
}

// rivalsAgain is how long a line about another process is not repeated.
const rivalsAgain = time.Hour

// note takes the error of the first try of a first answer.
func (r *rivals) note(err error) {
	if CodeOf(err) != alreadyAnswered {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.told.IsZero() && time.Since(r.told) < rivalsAgain {
		return
	}
	r.told = time.Now()
	r.log.Error("another process answers for this bot: stop one of the two at once, or reset the token if you know of none")
}
