package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// RequestTimeout bounds one request to Discord, pictures included.
const RequestTimeout = 20 * time.Second

// maxIdle is how many connections are kept that nobody uses now. As many answers as that are sent at once without a new
// connection for each, where a server does not speak HTTP/2.
const maxIdle = 256

// clientFor returns an HTTP client whose requests all go to a host, whatever their URLs say. "" is no change.
func clientFor(host string) (*http.Client, error) {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, errors.New("http.DefaultTransport is another one")
	}
	transport = transport.Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = maxIdle, maxIdle
	client := &http.Client{Timeout: RequestTimeout, Transport: transport}
	if host == "" {
		return client, nil
	}
	to, err := url.Parse(host)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return nil, fmt.Errorf("host %q is not an address such as http://127.0.0.1:8787", host)
	}
	client.Transport = hostTransport{to, transport}
	return client, nil
}

// hostTransport sends requests to another host.
type hostTransport struct {
	to *url.URL
	by http.RoundTripper
}

// RoundTrip sends a copy, since a RoundTripper must leave the request as it is.
func (e hostTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.to.Scheme, e.to.Host, e.to.Host
	return e.by.RoundTrip(r)
}
