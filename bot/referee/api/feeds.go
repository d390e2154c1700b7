package api

import (
	"errors"
)

// Why a channel cannot become a feed.
var (
	ErrFeeds   = errors.New("the game has as many feeds as are kept")
	ErrOwnFeed = errors.New("the game is played in that channel")
	ErrFed     = errors.New("the game is told in that channel already")
)
