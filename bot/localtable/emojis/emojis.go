// Package emojis has the emojis of the application at a local table: what is stored of them, the routes by which a bot
// reads and changes them, and what Discord refuses about them. It may import call, check and the shapes of package
// wire. It writes nothing by itself: the table does.
package emojis

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// Emoji is an emoji of the application; one without a file was deleted.
type Emoji struct {
	wire.Emoji
	File string `json:"file"` // the name of its picture
}

// Shelf has the emojis of an application, in the order in which they came. The table sets its functions: NewID makes an
// identifier, Keep stores a picture, and Write writes an entry of the table's file and then has it applied by Apply.
type Shelf struct {
	list  []Emoji
	NewID func() string
	Keep  func(picture []byte) (file string, err error)
	Write func(Emoji) error
}

// Apply stores an emoji, in place of the one with its identifier if there is one, or removes that one if e has no file.
func (l *Shelf) Apply(e Emoji) {
	i := slices.IndexFunc(l.list, func(known Emoji) bool { return known.ID == e.ID })
	switch {
	case e.File == "" && i >= 0:
		l.list = slices.Delete(l.list, i, i+1)
	case i >= 0:
		l.list[i] = e
	case e.File != "":
		l.list = append(l.list, e)
	}
}

// Find returns the emoji with an identifier.
func (l *Shelf) Find(id string) (e Emoji, ok bool) {
	if i := slices.IndexFunc(l.list, func(e Emoji) bool { return e.ID == id }); i >= 0 {
		return l.list[i], true
	}
	return e, false
}

// emojiID matches the identifier of an emoji on a button or in a menu.
var emojiID = regexp.MustCompile(`"emoji":\{[^{}]*"id":"(\d+)"`)

// Check refuses the body of a request if a button or menu in it has an unknown emoji. In the text of a message an
// unknown emoji is not refused: it is just not shown.
func (l *Shelf) Check(body []byte) error {
	for _, m := range emojiID.FindAllSubmatch(body, -1) {
		if _, ok := l.Find(string(m[1])); !ok {
			return check.InvalidForm("components: emoji.id[BUTTON_COMPONENT_INVALID_EMOJI]: Invalid emoji")
		}
	}
	return nil
}

// Redirect returns the handler that redirects a browser from the identifier of an emoji to its picture.
func Redirect(t *Shelf, lock sync.Locker) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		e, ok := t.Find(r.PathValue("id"))
		lock.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, "/attachments/"+e.File+"/"+e.Name+".png", http.StatusFound)
	}
}

// Request is what a route gets: the parts of its path by name, and the body.
type Request struct {
	Part func(name string) string
	Body []byte
}

// Routes returns the routes' functions. Each returns its answer, nil for none, and refuses any other application's ID.
func Routes(t *Shelf, application string) map[string]func(Request) (any, error) {
	const all, one = "/applications/{application_id}/emojis", "/applications/{application_id}/emojis/{emoji_id}"
	routes := map[string]func(Request) (any, error){
		"GET " + all:  func(Request) (any, error) { return list(t), nil },
		"POST " + all: func(r Request) (any, error) { return create(t, r) },
	}
	for method, work := range map[string]func(Request, Emoji) (any, error){
		"GET ":    func(_ Request, e Emoji) (any, error) { return answer(e), nil },
		"PATCH ":  func(r Request, e Emoji) (any, error) { return rename(t, r, e) },
		"DELETE ": func(_ Request, e Emoji) (any, error) { return nil, t.Write(Emoji{Emoji: e.Emoji}) },
	} {
		routes[method+one] = func(r Request) (any, error) {
			e, ok := t.Find(r.Part("emoji_id"))
			if !ok {
				return nil, check.UnknownEmoji()
			}
			return work(r, e)
		}
	}
	for route, work := range routes {
		routes[route] = func(r Request) (any, error) {
			if r.Part("application_id") != application {
				return nil, check.UnknownApplication()
			}
			return work(r)
		}
	}
	return routes
}

// answer returns an emoji as Discord describes it.
func answer(e Emoji) map[string]any {
	return map[string]any{"id": e.ID, "name": e.Name, "roles": []string{}, "require_colons": true, "managed": false,
		"animated": false, "available": true}
}

func list(t *Shelf) any {
	items := []map[string]any{}
	for _, e := range t.list {
		items = append(items, answer(e))
	}
	return map[string]any{"items": items}
}

// Discord's limits: how many emojis an application has, and the bytes and the side in pixels of a picture.
const (
	Most      = 2000
	mostBytes = 256 << 10
	mostSide  = 128
)

var validName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// draft is the body of a request that makes or renames an emoji.
type draft struct{ Name, Image string }

// read reads and checks a draft. It refuses a name that an emoji has already.
func read(t *Shelf, r Request) (d draft, err error) {
	switch err := json.Unmarshal(r.Body, &d); {
	case err != nil:
		return d, check.InvalidJSON()
	case !validName.MatchString(d.Name):
		return d, check.InvalidForm("name: must be 2 to 32 letters, digits and underscores")
	case slices.ContainsFunc(t.list, func(e Emoji) bool { return e.Name == d.Name }):
		return d, check.InvalidForm("name[APPLICATION_EMOJI_NAME_ALREADY_TAKEN]: the name is taken")
	}
	return d, nil
}

func create(t *Shelf, r Request) (any, error) {
	d, err := read(t, r)
	if err != nil {
		return nil, err
	}
	kind, data, _ := strings.Cut(d.Image, ";base64,") // Discord looks at the bytes: discord.js always says JPEG
	picture, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !strings.HasPrefix(kind, "data:image/") {
		return nil, check.InvalidForm("image: no picture as data")
	}
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	switch {
	case err != nil || size.Width > mostSide || size.Height > mostSide || len(picture) > mostBytes:
		return nil, check.InvalidForm("image: no PNG of at most 128 by 128 pixels and 256 KiB")
	case len(t.list) >= Most:
		return nil, check.TooManyEmojis()
	}
	file, err := t.Keep(picture)
	if err != nil {
		return nil, err
	}
	e := Emoji{wire.Emoji{ID: t.NewID(), Name: d.Name}, file}
	return call.Created{Answer: answer(e)}, t.Write(e)
}

func rename(t *Shelf, r Request, e Emoji) (any, error) {
	d, err := read(t, r)
	if err != nil {
		return nil, err
	}
	e.Name = d.Name
	return answer(e), t.Write(e)
}
