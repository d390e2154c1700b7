// Package action takes what people do in the page to the packages that carry it out, and their answers back. It knows
// no action itself.
package action

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

// Handle decodes an action, carries it out and encodes the result. Only JSON is accepted, because a foreign page cannot
// send it without a preflight request. Actor returns the user of an action.
func Handle[T interface{ Actor() string }](table *state.Table,
	work func(*http.Request, T) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if check.ContentType(r) != "application/json" {
			http.Error(w, "JSON is required", http.StatusUnsupportedMediaType)
			return
		}
		var d T
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&d); err != nil {
			http.Error(w, "the body cannot be read: "+err.Error(), http.StatusBadRequest)
			return
		}
		answer, err := work(r, d)
		table.Lock()
		SetTold(w, table, d.Actor())
		table.Unlock()
		WriteJSON(w, answer, err)
	}
}

// SetTold sets the header with the number of a user's last event, so that a client can wait for it. The lock is held.
func SetTold(w http.ResponseWriter, table *state.Table, user string) {
	if m := table.Member(user); m != nil {
		w.Header().Set(wire.ToldHeader, strconv.Itoa(m.Told))
	}
}

// WriteJSON sends an answer, or an error: a user's mistake, and what Discord refuses him, with 422.
func WriteJSON(w http.ResponseWriter, answer any, err error) {
	status := http.StatusOK
	if err != nil {
		status = http.StatusInternalServerError
		_, mistake := errors.AsType[typed.InputError](err)
		if _, refused := errors.AsType[*check.Refusal](err); mistake || refused {
			status = http.StatusUnprocessableEntity
		}
		answer = map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // an error means that the page has gone away
}
