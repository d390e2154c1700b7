package systemd_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"testing"

	"grognard/bot/systemd"
	"grognard/rules/must"
)

// systemd is told that the program is ready, and then again and again that it is alive.
func TestService(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no such socket")
	}
	path := filepath.Join(t.TempDir(), "notify")
	socket := must.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"}))(t)
	defer socket.Close()
	heard := func(want string) {
		t.Helper()
		said := make([]byte, 100)
		if n, err := socket.Read(said); err != nil || string(said[:n]) != want {
			t.Errorf("heard %q, %v, want %q", said[:n], err, want)
		}
	}
	env := map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "3000"}
	s := systemd.FromEnv(func(key string) string { return env[key] })
	must.Do(t, s.Notify("READY=1"))
	heard("READY=1")

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	var asked int
	go func() {
		defer close(ended)
		s.Watch(ctx, func(context.Context) error {
			if asked++; asked == 2 { // this once nothing is reported
				return errors.New("the database hangs")
			}
			return nil
		}, slog.New(slog.DiscardHandler))
	}()
	heard("WATCHDOG=1")
	heard("WATCHDOG=1")
	cancel()
	<-ended
	if asked < 3 {
		t.Errorf("asked %d times", asked)
	}
}

// Without systemd nothing is sent, and nothing blocks.
func TestElsewhere(t *testing.T) {
	s := systemd.FromEnv(func(string) string { return "" })
	if err := s.Notify("READY=1"); err != nil {
		t.Error(err)
	}
	s.Watch(t.Context(), func(context.Context) error { t.Error("asked"); return nil }, slog.New(slog.DiscardHandler))
}
