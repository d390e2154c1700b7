// Package systemd tells systemd how the program fares: that it is ready, and now and then that it is
// alive. Where the program does not run under systemd it does nothing.
//
//	s := systemd.Of(func(name string) string { return env[name] }) // os.Getenv in earnest
//	err = s.Say("READY=1")
//
// The unit must have Type=notify, and WatchdogSec= for Watch to matter: a program that says nothing for
// so long is killed and started again. Linux alone has it.
package systemd

import (
	"context"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"
)

// Service is the program as systemd runs it.
type Service struct {
	socket string        // where systemd listens; "" for nowhere
	limit  time.Duration // for so long it may be silent; 0 for ever
}

// Of reads what systemd hands over in the environment.
func Of(env func(string) string) Service {
	s := Service{socket: env("NOTIFY_SOCKET")}
	if n, err := strconv.ParseInt(env("WATCHDOG_USEC"), 10, 64); err == nil && n > 0 {
		s.limit = time.Duration(n) * time.Microsecond
	}
	return s
}

// Say tells systemd one thing, as sd_notify(3) has it.
func (s Service) Say(state string) error {
	if s.socket == "" {
		return nil
	}
	name := s.socket
	if strings.HasPrefix(name, "@") { // of the abstract namespace
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

// Watch says that the program is alive as often as systemd wants to hear it, while it is, until ctx
// ends.
func (s Service) Watch(ctx context.Context, alive func(context.Context) error, logger *slog.Logger) {
	if s.socket == "" || s.limit == 0 {
		return
	}
	ticks := time.NewTicker(s.limit / 3)
	defer ticks.Stop()
	for {
		err := alive(ctx)
		if err == nil {
			err = s.Say("WATCHDOG=1")
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
