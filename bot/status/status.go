// Package status answers those who watch the program, on a port of its own:
//
//	/healthz   200 while the process works and its database answers: else it is to be started again
//	/readyz    200 while players are served, else 503 and a line for each thing that is missing
//	/metrics   what Prometheus asks for
//
// The checks are handed in:
//
//	server, err := status.Listen(context.Background(), "127.0.0.1:0", options)
//	defer server.Stop()
//
// Nothing that it says is a secret, but it knows no passwords either: it belongs on the loopback or
// into a network of one's own.
package status

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// Check is one thing that must be so, and what is wrong with it, nil when nothing is.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// Options are what is answered. Metrics may be nil.
type Options struct {
	Alive, Ready []Check
	Metrics      http.Handler
	Within       time.Duration // in which each check must answer; 2 s when 0
}

// Handler answers the three questions.
func Handler(o Options) http.Handler {
	if o.Within <= 0 {
		o.Within = 2 * time.Second
	}
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", answering(o.Alive, o.Within))
	mux.Handle("GET /readyz", answering(o.Ready, o.Within))
	if o.Metrics != nil {
		mux.Handle("GET /metrics", o.Metrics)
	}
	return mux
}

// answering runs checks for everybody who asks.
func answering(checks []Check, within time.Duration) http.Handler {
	var all []*pendingCheck
	for _, c := range checks {
		all = append(all, &pendingCheck{Check: c, within: within, free: make(chan struct{}, 1)})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var missing []string
		for _, p := range all {
			if err := p.run(r.Context()); err != nil {
				missing = append(missing, p.Name+": "+strings.Join(strings.Fields(err.Error()), " "))
			}
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		if missing != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, strings.Join(missing, "\n"))
			return
		}
		fmt.Fprintln(w, "ok")
	})
}

// pendingCheck is a check that is not begun again while it hangs, as a write does to a disk that is
// gone: whoever asks every few seconds must not pile them up.
type pendingCheck struct {
	Check
	within time.Duration
	free   chan struct{} // full while the check is under way
}

var errHangs = errors.New("no answer in time")

func (p *pendingCheck) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	select {
	case p.free <- struct{}{}:
	case <-ctx.Done():
		return errHangs
	}
	result := make(chan error, 1)
	go func() {
		err := p.Run(ctx)
		<-p.free
		result <- err
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return errHangs
	}
}

// Server is a server at work.
type Server struct {
	Address string
	http    *http.Server
	done    chan error
}

// Listen takes the address and answers there until Stop.
func Listen(ctx context.Context, address string, o Options) (*Server, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot answer monitors at %s (another address: --status, or status: in the configuration): %w", address, err)
	}
	s := &Server{Address: l.Addr().String(), done: make(chan error, 1), http: &http.Server{Handler: Handler(o),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 14}}
	go func() { s.done <- s.http.Serve(l) }()
	return s, nil
}

// Stop hangs up.
func (s *Server) Stop() error {
	err := s.http.Close()
	if ended := <-s.done; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
