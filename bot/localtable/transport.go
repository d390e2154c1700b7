package localtable

import (
	"fmt"
	"net/http"
	"net/url"
)

// Client is an HTTP client that takes every request to the table at base, such as http://127.0.0.1:8080, whatever host
// it names: given to a discordgo session, it makes the session's Discord this table.
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

// RoundTrip sends a copy of the request, as a RoundTripper must; the Host header follows the URL.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.to.Scheme, t.to.Host, t.to.Host
	return t.by.RoundTrip(r)
}
