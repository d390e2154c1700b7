package localtable

import (
	"fmt"
	"net/http"
	"net/url"
)

// Client returns an HTTP client that sends every request to the table at base, such as http://127.0.0.1:8080, whatever
// host the request names. A discordgo session with this client uses the table as Discord.
func Client(base string) (*http.Client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("local table: %q is no address of a server", base)
	}
	return &http.Client{Transport: redirect{to: u, by: http.DefaultTransport.(*http.Transport).Clone()}}, nil
}

type redirect struct {
	to *url.URL
	by http.RoundTripper
}

// RoundTrip sends a copy of the request, because a RoundTripper must not change the original. The Host header follows
// the URL.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.to.Scheme, t.to.Host, t.to.Host
	return t.by.RoundTrip(r)
}
