package rest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestDiagnose(t *testing.T) {
	rest := func(status, code int) error {
		return fmt.Errorf("send: %w", &discordgo.RESTError{Response: &http.Response{StatusCode: status},
			Message: &discordgo.APIErrorMessage{Code: code}})
	}
	busy := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{RetryAfter: 3 * time.Second}}}
	for name, c := range map[string]struct {
		err   error
		want  ErrorClass
		after time.Duration
	}{
		"a broken line":       {io.ErrUnexpectedEOF, Transient, 0},
		"a busy server":       {rest(503, 0), Transient, 0},
		"patience asked for":  {fmt.Errorf("send: %w", busy), Transient, 3 * time.Second},
		"too many at once":    {rest(400, 40003), Transient, 0},
		"a wrong token":       {rest(401, 0), Transient, LastWait},
		"something too slow":  {rest(408, 0), Transient, 0},
		"a stranger":          {rest(400, 50278), Forbidden, LastWait},
		"a new refusal":       {rest(400, 99999), Forbidden, LastWait},
		"a proxy's refusal":   {&discordgo.RESTError{Response: &http.Response{StatusCode: 403}}, Forbidden, LastWait},
		"a user who went":     {rest(400, 10013), Gone, 0},
		"a bare not found":    {rest(404, 0), Gone, 0},
		"too large a picture": {rest(413, 40005), Malformed, 0},
		"a bare bad request":  {rest(400, 0), Malformed, 0},
		"no messages, please": {rest(403, 50007), Forbidden, LastWait},
		"a forbidden channel": {rest(403, 50001), Forbidden, LastWait},
		"another's message":   {rest(403, 50005), Uneditable, LastWait},
		"an archived thread":  {rest(400, 50083), Uneditable, LastWait},
		"a channel that went": {rest(404, 10003), Gone, 0},
		"a malformed message": {rest(400, 50035), Malformed, 0},
		"a fault of ours":     {RenderError{Err: errors.New("no picture")}, Malformed, 0},
	} {
		if got, after := Diagnose(c.err); got != c.want || after != c.after {
			t.Errorf("%s: %d after %v, want %d after %v", name, got, after, c.want, c.after)
		}
	}
}
