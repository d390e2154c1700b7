package rest

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// observed reports every request.
type observed struct {
	by   http.RoundTripper
	tell func(route string, status int, took time.Duration)
}

// RoundTrip implements http.RoundTripper.
func (o observed) RoundTrip(r *http.Request) (*http.Response, error) {
	began, status := time.Now(), 0
	response, err := o.by.RoundTrip(r)
	if err == nil {
		status = response.StatusCode
	}
	o.tell(routeOf(r.Method, r.URL.Path), status, time.Since(began))
	return response, err
}

// routeWords are the fixed parts of the paths that are requested. A path with any other part is reported as "other", so
// that there are few routes.
var routeWords = []string{"@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis",
	"gateway", "guilds", "interactions", "members", "messages", "oauth2", "permissions", "threads", "users", "webhooks"}

// routeOf returns a method with the template of a path, without the version of the API.
func routeOf(method, path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) > 2 && parts[0] == "api" {
		parts = parts[2:]
	}
	for i, part := range parts {
		switch {
		case IsID(part): // all identifiers are numbers
			parts[i] = "{id}"
		case i == 2 && (parts[0] == "webhooks" || parts[0] == "interactions"):
			parts[i] = "{token}"
		case !slices.Contains(routeWords, part):
			return method + " other"
		}
	}
	return method + " /" + strings.Join(parts, "/")
}

// rivals notices another process with the same token: Discord sends both each interaction, and takes one answer.
type rivals struct {
	log  *slog.Logger
	mu   sync.Mutex
	told time.Time
}

// rivalsAgain is how long a line about another process is not repeated.
const rivalsAgain = time.Hour

// note is called with the error of a first answer's first try. It logs one that shows a rival.
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
