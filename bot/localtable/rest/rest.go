// Package rest is the routes of Discord's API that a table implements, divided by what they are about. A request is
// decoded and checked, carried out under the table's lock, and answered as Discord answers.
package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/emojis"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/registry"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Exchange is a request of the bot and its answer.
type Exchange struct {
	Method      string
	Route       string          // the template of Discord's OpenAPI: /channels/{channel_id}/messages; "" if unknown
	Path        string          // the path of the request: /api/v9/channels/1200…/messages
	ContentType string          // without parameters
	Body        json.RawMessage // the JSON; of multipart/form-data, its payload_json; nil if there is none
	Files       []File          // the files of multipart/form-data
	Status      int             // the status of the answer; 501 for a route that this table does not have
	Answer      json.RawMessage // nil for 204
}

// File describes an uploaded file.
type File struct {
	Field, Name, ContentType string
	Size                     int // bytes
}

// request is a decoded request of the bot.
type request struct {
	*http.Request
	base    string // http://host, where the bot reaches the table
	body    json.RawMessage
	uploads []check.Upload
}

// call returns the request as the routes of other packages take it.
func (r *request) call() call.Call {
	return call.Call{Request: r.Request, Base: r.base, Body: r.body, Uploads: r.uploads}
}

// API answers the requests of the bot.
type API struct {
	Table    *state.Table
	Announce *announce.Announcer
	Asker    *interact.Asker
	Observe  func(Exchange)       // nil observes nothing
	Latency  func() time.Duration // of a request and its answer
	Spoil    Spoil                // nil leaves every answer as it is
	More     []call.Routes        // the routes that other packages carry out
}

// Spoil answers a request of the bot in place of the table. x has no answer yet: carryOut carries the request out and
// returns x with it.
type Spoil func(w http.ResponseWriter, r *http.Request, x Exchange, carryOut func() Exchange)

// Route registers every route of Discord that the table implements. Templates have the names of its OpenAPI document.
func Route(mux *http.ServeMux, s *API) {
	const (
		application = "/applications/{application_id}"
		ofChannel   = "/channels/{channel_id}"
		webhook     = "/webhooks/{webhook_id}/{webhook_token}"
	)
	routes := map[string]func(*request) (any, error){
		"GET /gateway":                                                     s.getGateway, // discordgo asks
		"GET /gateway/bot":                                                 s.getGateway,
		"GET " + application + "/commands":                                 s.listCommands,
		"PUT " + application + "/commands":                                 s.putCommands,
		"GET " + application + "/guilds/{guild_id}/commands":               s.listCommands,
		"PUT " + application + "/guilds/{guild_id}/commands":               s.putCommands,
		"POST /users/@me/channels":                                         s.openDM,
		"GET " + ofChannel + "/messages":                                   s.listMessages,
		"POST " + ofChannel + "/messages":                                  s.createMessage,
		"GET " + ofChannel + "/messages/{message_id}":                      s.getMessage,
		"PATCH " + ofChannel + "/messages/{message_id}":                    s.editMessage,
		"DELETE " + ofChannel + "/messages/{message_id}":                   s.deleteMessage,
		"POST /interactions/{interaction_id}/{interaction_token}/callback": s.callback,
		"POST " + webhook:                                                  s.followUp,
		"PATCH " + webhook + "/messages/@original":                         s.reply,
		"PATCH " + webhook + "/messages/{message_id}":                      s.reply,
		"GET " + webhook + "/messages/{message_id}":                        s.reply,
		"DELETE " + webhook + "/messages/{message_id}":                     s.reply,
	}
	for route, work := range emojis.Routes(&s.Table.Emojis, state.ApplicationID) {
		routes[route] = func(r *request) (any, error) { return work(emojis.Request{Part: r.PathValue, Body: r.body}) }
	}
	for _, more := range s.More {
		for route, work := range more {
			routes[route] = func(r *request) (any, error) { return work(r.call()) }
		}
	}
	for route, work := range routes {
		method, path, _ := strings.Cut(route, " ")
		for _, v := range gateway.Versions {
			mux.Handle(method+" /api/v"+v+path, s.exchange(path, work))
		}
	}
	mux.Handle("/api/", s.exchange("", func(r *request) (any, error) { // "": a route that the table does not have
		return nil, check.NotHere(r.Method + " " + r.URL.Path)
	}))
}

// exchange wraps the work of a route: it reads the request, checks the token, calls the observer and sends the answer,
// unless s.Spoil answers instead. Work returns the value to encode (nil for 204) or an error; it has the table's lock.
func (s *API) exchange(route string, work func(*request) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		oneWay := s.Latency() / 2
		rq, err := readRequest(w, r)
		time.Sleep(oneWay)
		x := rq.describe(route)
		carryOut := func() Exchange {
			var answer any
			token := r.Header.Get("Authorization")
			if err == nil && !gateway.IsBotToken(token) && (token != "" || !tokenInPath.MatchString(route)) {
				err = check.Unauthorized()
			}
			if err == nil {
				answer, err = s.carryOut(work, rq)
			}
			x.Status, x.Answer = encode(answer, err)
			if s.Observe != nil {
				s.Observe(x)
			}
			time.Sleep(oneWay)
			return x
		}
		if s.Spoil != nil {
			s.Spoil(w, r, x, carryOut)
			return
		}
		carryOut().Write(w)
	})
}

// Write sends the answer.
func (x Exchange) Write(w http.ResponseWriter) {
	if len(x.Answer) > 0 && w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(x.Status)
	_, _ = w.Write(x.Answer) // an error means that the bot has hung up
}

// carryOut does the work of a route under the table's lock.
func (s *API) carryOut(work func(*request) (any, error), r *request) (any, error) {
	s.Table.Lock()
	defer s.Table.Unlock()
	if err := s.Table.Emojis.Check(r.body); err != nil {
		return nil, err
	}
	return work(r)
}

// tokenInPath matches routes whose address contains a token. They need none in the header, but a wrong one is refused.
var tokenInPath = regexp.MustCompile(`^/(interactions|webhooks)/`)

// encode returns the status and the JSON of an answer or, if err is not nil, of the refusal; nil JSON with 204.
func encode(answer any, err error) (int, json.RawMessage) {
	status := http.StatusOK
	if err != nil {
		var refused *check.Refusal
		if !errors.As(err, &refused) {
			refused = &check.Refusal{Status: http.StatusInternalServerError, Message: err.Error()}
		}
		answer, status = refused, refused.Status
	}
	if c, ok := answer.(call.Created); ok {
		answer, status = c.Answer, http.StatusCreated
	}
	if answer == nil {
		return http.StatusNoContent, nil
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return http.StatusInternalServerError, json.RawMessage(`{"code":0,"message":"the answer cannot be encoded"}`)
	}
	return status, raw
}

// describe returns the exchange of a request that is not answered yet.
func (r *request) describe(route string) Exchange {
	x := Exchange{Method: r.Method, Route: route, Path: r.URL.Path, Body: r.body,
		ContentType: check.ContentType(r.Request)}
	for _, u := range r.uploads {
		x.Files = append(x.Files, File{u.Field, u.Name, u.Kind, len(u.Data)})
	}
	return x
}

// readRequest reads a body of JSON or multipart/form-data. It never returns a nil request, even with an error.
func readRequest(w http.ResponseWriter, r *http.Request) (*request, error) {
	rq := &request{Request: r, base: "http://" + r.Host}
	r.Body = http.MaxBytesReader(w, r.Body, check.MaxBody)
	err := rq.read()
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return rq, check.TooLarge()
	}
	return rq, err
}

func (r *request) read() error {
	if check.ContentType(r.Request) != "multipart/form-data" {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		return r.setBody(raw)
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return check.InvalidJSON()
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a part of the body: %w", err)
		}
		if err := r.readPart(part); err != nil {
			return err
		}
	}
}

var filesField = regexp.MustCompile(`^files\[(\d{1,3})\]$`)

func (r *request) readPart(part *multipart.Part) error {
	data, err := io.ReadAll(part)
	if err != nil {
		return fmt.Errorf("read a part of the body: %w", err)
	}
	if part.FormName() == "payload_json" {
		return r.setBody(data)
	}
	u := check.Upload{Field: part.FormName(), Name: part.FileName(), Kind: part.Header.Get("Content-Type"), Data: data}
	field := filesField.FindStringSubmatch(u.Field)
	if field == nil || u.Name == "" {
		return check.InvalidForm("a part is payload_json or files[n] with a file name")
	}
	if len(data) > check.MaxUpload {
		return check.TooLarge()
	}
	if u.Index, err = strconv.Atoi(field[1]); err != nil {
		return fmt.Errorf("number of a file: %w", err)
	}
	r.uploads = append(r.uploads, u)
	return nil
}

func (r *request) setBody(raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	if !json.Valid(raw) {
		return check.InvalidJSON()
	}
	r.body = raw
	return nil
}

// decode decodes the JSON body into v.
func (r *request) decode(v any) error { return r.call().Decode(v) }

// draft reads and checks the body of a message or an edit.
func (r *request) draft() (check.Draft, error) {
	var d check.Draft
	if err := r.decode(&d); err != nil {
		return d, err
	}
	return d, d.Check()
}

// getGateway tells a bot that it needs no shards and how many sessions it may still start today.
func (s *API) getGateway(r *request) (any, error) {
	return map[string]any{
		"url": gateway.GatewayURL(r.base), "shards": 1,
		"session_start_limit": map[string]int{"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1},
	}, nil
}

func (s *API) listCommands(r *request) (any, error) {
	return registry.List(s.Table, r.PathValue("application_id"), r.PathValue("guild_id"))
}

func (s *API) putCommands(r *request) (any, error) {
	var list []wire.Command
	if err := r.decode(&list); err != nil {
		return nil, err
	}
	return registry.Replace(s.Table, r.PathValue("application_id"), r.PathValue("guild_id"), list)
}
