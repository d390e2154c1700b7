// Package systemd tells systemd that the program is ready, and regularly that it is alive. If the program does not run
// under systemd, it does nothing.
//
//	s := systemd.FromEnv(func(name string) string { return env[name] }) // in production: os.Getenv
//	err = s.Notify("READY=1")
//
// The unit must have Type=notify, and WatchdogSec= if Watch is to have an effect: systemd kills and restarts a program
// that is silent for longer. Limits: Linux only.
package systemd

import (
	"context"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"
)

// Service is the connection to systemd.
type Service struct {
	socket string        // the address of systemd's socket; "" if there is none
	limit  time.Duration // how long the program may be silent; 0 for no limit
}

// FromEnv reads systemd's settings from the environment.
func FromEnv(env func(string) string) Service {
	s := Service{socket: env("NOTIFY_SOCKET")}
	if n, err := strconv.ParseInt(env("WATCHDOG_USEC"), 10, 64); err == nil && n > 0 {
		s.limit = time.Duration(n) * time.Microsecond
	}
	return s
}

// Notify sends one notification, as sd_notify(3) does.
func (s Service) Notify(state string) error {
	if s.socket == "" {
		return nil
	}
	name := s.socket
	if strings.HasPrefix(name, "@") { // the abstract namespace
		name = "\x00" + name[1:]
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err
}

// Watch notifies systemd until ctx ends that the program is alive, three times as often as systemd requires. While
// alive returns an error it does not.
func (s Service) Watch(ctx context.Context, alive func(context.Context) error, logger *slog.Logger) {
	if s.socket == "" || s.limit == 0 {
		return
	}
	ticks := time.NewTicker(s.limit / 3)
	defer ticks.Stop()
	for {
		err := alive(ctx)
		if err == nil {
			err = s.Notify("WATCHDOG=1")
		}
		if err != nil && ctx.Err() == nil {
			logger.Error("systemd is not told that the program is alive", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
