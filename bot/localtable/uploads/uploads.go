// Package uploads takes files that users attach to commands. A file is named in the command as it was uploaded; a later
// one of the same name takes its place.
//
// Limits: files are known until the program ends, whoever has uploaded them: all users of a table sit at one machine.
package uploads

import (
	"net/http"
	"path"
	"strings"

	"grognard/bot/localtable/action"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

// upload is a file from the page.
type upload struct {
	User string `json:"user"`
	Name string `json:"name"`
	Data []byte `json:"data"` // base64 on the way
}

// Actor returns the user whose file it is.
func (u upload) Actor() string { return u.User }

// Answer says how a file is named in a command.
type Answer struct {
	Name string `json:"name"`
}

// Route adds the route of the page.
func Route(mux *http.ServeMux, table *state.Table) {
	mux.HandleFunc("POST /table/upload", action.Handle(table, func(r *http.Request, u upload) (any, error) {
		table.Lock()
		defer table.Unlock()
		name := strings.Map(func(r rune) rune { // as Discord does: an option's value ends where the next option begins
			if strings.ContainsRune(" :/\\?#%", r) {
				return '_'
			}
			return r
		}, path.Base(u.Name))
		if table.Member(u.User) == nil || strings.Trim(name, "._") == "" { // "": no letter is left
			return nil, typed.InputError("there is no such user or file")
		}
		a, err := table.Files.Attach(table.NewID(), "", check.Upload{Name: name, Data: u.Data}) // "": undescribed
		if err != nil {
			return nil, err
		}
		a.URL = "http://" + r.Host + a.URL
		a.ProxyURL = a.URL
		if table.Uploads == nil {
			table.Uploads = map[string]wire.Attachment{}
		}
		table.Uploads[name], table.Uploads[a.ID] = a, a
		return Answer{name}, nil
	}))
}
