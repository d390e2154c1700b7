package referee

import (
	"encoding/base32"
	"fmt"
	"io"
	"strings"
	"sync"

	"grognard/storage"
)

// chance draws what must not be guessed. Readers other than the system's may
// not be safe for several goroutines, so one draws at a time.
type chance struct {
	mu   sync.Mutex
	from io.Reader
}

// game draws a secret for the dice of a game and a name for the game.
func (c *chance) game() (secret []byte, id storage.GameID, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	drawn := make([]byte, 32+5)
	if _, err := io.ReadFull(c.from, drawn); err != nil {
		return nil, "", fmt.Errorf("draw a secret: %w", err)
	}
	name := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(drawn[32:])
	return drawn[:32], storage.GameID(strings.ToLower(name)), nil
}
