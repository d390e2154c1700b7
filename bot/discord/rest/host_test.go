package rest

import "testing"

func TestHosts(t *testing.T) {
	for host, good := range map[string]bool{
		"": true, "http://127.0.0.1:8787": true, "https://example.org": true,
		"127.0.0.1:8787": false, "ftp://example.org": false, "http://": false, "::": false,
	} {
		if _, err := clientFor(host); (err == nil) != good {
			t.Errorf("%q: %v", host, err)
		}
	}
}
