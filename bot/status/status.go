// Package status answers monitoring programs on a port of its own:
//
//	/healthz   200 while the process and its database work; otherwise it should be restarted
//	/readyz    200 while players are served, otherwise 503 and a line for each failed check
//	/metrics   metrics for Prometheus
//
// The checks are handed in:
//
//	server, err := status.Listen(context.Background(), "127.0.0.1:0", options)
//	defer server.Stop()
//
// Nothing in its answers is a secret, but there are no passwords either: use it only on the loopback or in a private
// network.
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

// Check is a named check. Run returns what is wrong, or nil.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// Options are the checks and metrics. Metrics may be nil.
type Options struct {
	Alive, Ready []Check
	Metrics      http.Handler
	Within       time.Duration // the time limit of each check; 2 s when 0
}

// Handler serves the three paths.
func Handler(o Options) http.Handler {
	if o.Within <= 0 {
		o.Within = 2 * time.Second
	}
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", checkHandler(o.Alive, o.Within))
	mux.Handle("GET /readyz", checkHandler(o.Ready, o.Within))
	if o.Metrics != nil {
		mux.Handle("GET /metrics", o.Metrics)
	}
	return mux
}

// checkHandler returns a handler that runs the checks for each request.
func checkHandler(checks []Check, within time.Duration) http.Handler {
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

// pendingCheck is a check that is not started again while it hangs, for example in a write to a disk that is gone.
// Otherwise a monitor that asks every few seconds would start more and more of them.
type pendingCheck struct {
	Check
	within time.Duration
	free   chan struct{} // full while the check runs
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

type Server struct {
	Address string
	http    *http.Server
	done    chan error
}

// Listen opens the address and answers there until Stop.
func Listen(ctx context.Context, address string, o Options) (*Server, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf(
			"cannot answer monitors at %s (another address: --status, or status: in the configuration): %w",
			address, err)
	}
	s := &Server{Address: l.Addr().String(), done: make(chan error, 1), http: &http.Server{Handler: Handler(o),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 14}}
	go func() { s.done <- s.http.Serve(l) }()
	return s, nil
}

func (s *Server) Stop() error {
	err := s.http.Close()
	if ended := <-s.done; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
