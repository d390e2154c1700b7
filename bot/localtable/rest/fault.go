package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Fault spoils an answer to a request. The zero value changes nothing.
type Fault struct {
	Status int  // replaces the status of the answer
	Code   int  // Discord's error code in the JSON of the answer
	Done   bool // the request is carried out and only the answer is lost

	Body   *string                                      // replaces the JSON
	Header http.Header                                  // headers added to the answer
	Change func(answer json.RawMessage) json.RawMessage // changes the JSON of the answer
	Silent bool                                         // no answer is sent while the bot waits
	Cut    bool                                         // the connection is cut instead of an answer
}

func (f Fault) active() bool { return f.Status != 0 || f.Silent || f.Cut }

// apply replaces the answer by the fault.
func (f Fault) apply(x *Exchange) {
	switch {
	case f.Body != nil:
		x.Status, x.Answer = f.Status, json.RawMessage(*f.Body)
	case f.Status != 0:
		x.Status = f.Status
		x.Answer = fmt.Appendf(nil, `{"code": %d, "message": "%d: %s"}`, f.Code, f.Status, http.StatusText(f.Status))
	case f.Change != nil:
		x.Answer = f.Change(x.Answer)
	}
}

// Write sends the answer, with or without a fault. A silent one waits until the bot hangs up or the table is closed.
func (f Fault) Write(w http.ResponseWriter, r *http.Request, x Exchange, closed <-chan struct{}) {
	if f.Silent {
		select {
		case <-r.Context().Done():
		case <-closed:
		}
	}
	if f.Silent || f.Cut {
		panic(http.ErrAbortHandler) // makes the server cut the connection
	}
	if len(x.Answer) > 0 {
		w.Header().Set("Content-Type", "application/json")
	}
	for key, values := range f.Header {
		w.Header()[key] = values
	}
	w.WriteHeader(x.Status)
	_, _ = w.Write(x.Answer) // an error means that the bot has hung up
}
