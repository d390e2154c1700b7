package beacontest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"grognard/bot/beacon"
)

// Fault is a way in which the server answers.
type Fault int

const (
	Honest      Fault = iota
	Stalled           // no answer before the client's timeout
	Forged            // a well-formed signature of another round, with the requested number
	Other             // another round, with its true signature
	Garbage           // not an answer of a beacon
	Flood             // an endless answer
	Missing           // 404, as before a round is due
	Unavailable       // 503
	Moved             // a redirect to the true answer
)

// Server serves a source over HTTP on the loopback, with the paths of drand's servers. It has a round only from the
// time at which its clock says that the round is due.
type Server struct {
	URL    string
	source *Source
	now    func() time.Time
	http   *httptest.Server
	closed chan struct{}

	mu      sync.Mutex
	current Fault
	asked   []uint64
}

// Serve starts a server, which runs until Close.
func Serve(s *Source, now func() time.Time) *Server {
	server := &Server{source: s, now: now, closed: make(chan struct{})}
	server.http = httptest.NewServer(server)
	server.URL = server.http.URL
	return server
}

// Close stops the server and ends stalled answers.
func (s *Server) Close() {
	close(s.closed)
	s.http.Close()
}

// SetFault sets how all requests are answered from now on.
func (s *Server) SetFault(fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = fault
}

// Requested returns the numbers of the requested rounds, in order.
func (s *Server) Requested() []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]uint64{}, s.asked...)
}

// fault records a request and returns how to answer it.
func (s *Server) fault(round uint64) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, round)
	return s.current
}

// ServeHTTP answers GET /{chainhash}/public/{round}.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	last, ok := strings.CutPrefix(r.URL.Path, "/"+s.source.Chain.Parameters().Hash+"/public/")
	number, err := strconv.ParseUint(last, 10, 64)
	if !ok || err != nil {
		http.NotFound(w, r)
		return
	}
	switch s.fault(number) {
	case Stalled:
		select {
		case <-r.Context().Done():
		case <-s.closed:
		}
	case Forged:
		say(w, beacon.Round{Number: number, Signature: s.another(number).Signature})
	case Other:
		say(w, s.another(number))
	case Garbage:
		fmt.Fprint(w, "<html>I am no beacon.</html>")
	case Flood:
		for r.Context().Err() == nil {
			fmt.Fprint(w, strings.Repeat(" ", 1000))
		}
	case Missing:
		http.NotFound(w, r)
	case Unavailable:
		http.Error(w, "try again later", http.StatusServiceUnavailable)
	case Moved:
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	default:
		round, there := s.source.Round(number)
		if !there || s.source.Chain.Time(number).After(s.now()) {
			http.NotFound(w, r)
			return
		}
		say(w, round)
	}
}

// another returns a round of the source other than the numbered one, the zero Round if none is found.
func (s *Server) another(number uint64) beacon.Round {
	for _, n := range []uint64{number + 1, 1000, 657413} {
		if r, ok := s.source.Round(n); ok && n != number {
			return r
		}
	}
	return beacon.Round{}
}

func say(w http.ResponseWriter, r beacon.Round) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"round":%d,"randomness":"%x","signature":"%x"}`, r.Number, r.Randomness(), r.Signature)
}
