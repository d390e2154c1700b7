package api

import (
	"errors"
)

// ErrOdds refuses a fight whose odds are no longer those that its giver was shown.
var ErrOdds = errors.New("the odds are others than were shown")
