package status_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/status"
	"grognard/rules/must"
)

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
	return w.Code, w.Body.String()
}

// Each path has its checks, and its answer has a line for each failed one.
func TestHandler(t *testing.T) {
	var broken error
	is := func(context.Context) error { return broken }
	never := func(context.Context) error { return errors.New("not\n  connected") }
	h := status.Handler(status.Options{Within: time.Hour,
		Alive:   []status.Check{{Name: "database", Run: is}},
		Ready:   []status.Check{{Name: "database", Run: is}, {Name: "discord", Run: never}},
		Metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "counts") }),
	})
	holds := func(path string, code int, text string) {
		t.Helper()
		if gotCode, got := get(t, h, path); gotCode != code || got != text {
			t.Errorf("%s: %d %q, want %d %q", path, gotCode, got, code, text)
		}
	}
	holds("/healthz", 200, "ok\n")
	holds("/readyz", 503, "discord: not connected\n")
	holds("/metrics", 200, "counts")
	broken = errors.New("disk I/O error")
	holds("/healthz", 503, "database: disk I/O error\n")
	holds("/readyz", 503, "database: disk I/O error\ndiscord: not connected\n")
	if code, _ := get(t, h, "/"); code != 404 {
		t.Errorf("another page: %d", code)
	}
}

// A hanging check is reported as hanging, however often it is requested, and is started only once; when it returns, so
// does the answer.
func TestHangingCheck(t *testing.T) {
	var begun atomic.Int32
	free := make(chan struct{})
	h := status.Handler(status.Options{Within: time.Millisecond,
		Alive: []status.Check{{Name: "database", Run: func(context.Context) error {
			begun.Add(1)
			<-free
			return nil
		}}}})
	for range 5 {
		if code, text := get(t, h, "/healthz"); code != 503 || text != "database: no answer in time\n" {
			t.Errorf("%d %q", code, text)
		}
	}
	if n := begun.Load(); n != 1 {
		t.Errorf("begun %d times", n)
	}
	close(free)
	for code := 0; code != 200; code, _ = get(t, h, "/healthz") {
		if t.Context().Err() != nil {
			t.Fatal("the check stays away")
		}
	}
}

// The server opens its port, answers there, and releases it.
func TestListen(t *testing.T) {
	s, err := status.Listen(t.Context(), "127.0.0.1:0", status.Options{})
	must.Do(t, err)
	if _, err := status.Listen(t.Context(), s.Address, status.Options{}); err == nil {
		t.Error("two servers on one port")
	}
	resp, err := http.Get("http://" + s.Address + "/healthz")
	must.Do(t, err)
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 || string(body) != "ok\n" {
		t.Errorf("%d %q, %v", resp.StatusCode, body, err)
	}
	if err := errors.Join(resp.Body.Close(), s.Stop()); err != nil {
		t.Error(err)
	}
	if resp, err := http.Get("http://" + s.Address + "/healthz"); err == nil {
		resp.Body.Close()
		t.Error("an answer after the end")
	}
}
