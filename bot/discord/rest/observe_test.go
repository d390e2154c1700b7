package rest

import "testing"

// Routes are few, whatever is asked for: no part of an address that differs from one request to the
// next is left in them.
func TestRoutes(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v9/channels/12/messages":                     "GET /channels/{id}/messages",
		"/api/v9/channels/12/messages/34":                  "GET /channels/{id}/messages/{id}",
		"/api/v9/interactions/12/aW50ZXJhY3Rpb24/callback": "GET /interactions/{id}/{token}/callback",
		"/api/v9/webhooks/12/users/messages/@original":     "GET /webhooks/{id}/{token}/messages/@original",
		"/api/v9/webhooks/12/34":                           "GET /webhooks/{id}/{id}",
		"/api/v9/gateway":                                  "GET /gateway",
		"/api/v10/gateway/bot":                             "GET /gateway/bot",
		"/api/v9/users/anna":                               "GET other",
		"/":                                                "GET other",
	} {
		if got := routeOf("GET", path); got != want {
			t.Errorf("%s is counted as %q, want %q", path, got, want)
		}
	}
}
