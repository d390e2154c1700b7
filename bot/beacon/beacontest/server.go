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

// Fault is a way to answer.
type Fault int

// The ways to answer.
const (
	Honest      Fault = iota
	Stalled           // no answer before the asker gives up
	Forged            // a well-formed signature of another round, under the number that was asked for
	Other             // another round, with its own true signature
	Garbage           // what is no answer of a beacon
	Flood             // an answer that does not end
	Missing           // 404, as before a round is due
	Unavailable       // 503
	Moved             // a redirect to where the true answer is
)

// Server is a source behind HTTP on loopback, with the paths that drand's servers have. A round
// that is not due by its clock is not there yet.
type Server struct {
	URL    string
	source *Source
	now    func() time.Time
	http   *httptest.Server
	closed chan struct{}

	mu    sync.Mutex
	stays Fault
	asked []uint64
}

// Serve answers until it is closed.
func Serve(s *Source, now func() time.Time) *Server {
	server := &Server{source: s, now: now, closed: make(chan struct{})}
	server.http = httptest.NewServer(server)
	server.URL = server.http.URL
	return server
}

// Close ends all that is stalled.
func (s *Server) Close() {
	close(s.closed)
	s.http.Close()
}

// Stays is how all answers are given from now on.
func (s *Server) Stays(fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stays = fault
}

// Asked is the rounds that it was asked for.
func (s *Server) Asked() []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]uint64{}, s.asked...)
}

// fault notes what was asked and says how to answer.
func (s *Server) fault(round uint64) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, round)
	return s.stays
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
		other, _ := s.another(number)
		say(w, beacon.Round{Number: number, Signature: other.Signature})
	case Other:
		other, _ := s.another(number)
		say(w, other)
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

// another is a round of the source that was not asked for.
func (s *Server) another(number uint64) (beacon.Round, bool) {
	for _, n := range []uint64{number + 1, 1000, 657413} {
		if r, ok := s.source.Round(n); ok && n != number {
			return r, true
		}
	}
	return beacon.Round{}, false
}

func say(w http.ResponseWriter, r beacon.Round) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"round":%d,"randomness":"%x","signature":"%x"}`, r.Number, r.Randomness(), r.Signature)
}
