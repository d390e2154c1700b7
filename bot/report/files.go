package report

import (
	"bytes"
	_ "embed" // the template
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"grognard/rules/hex"
)

// Most is the maximum size of all files of a report together, in bytes. Discord takes 10 MiB everywhere; the multipart
// body around the files needs a little of that.
const Most = 9 << 20

// ErrTooLarge is the error for a report that is larger than Most without a picture.
var ErrTooLarge = errors.New("the report is too large")

// Bounds in bytes: the markup of one picture in the page, without its data, and the words about pictures left out.
const (
	pictureMarkup = 512
	leftOutMarkup = 1024
)

// The names of the files.
const (
	PageName     = "report.html"
	MarkdownName = "report.md"
	startName    = "map-start.png"
	endName      = "map-end.png"
)

func turningName(i int) string { return "turning-point-" + strconv.Itoa(i+1) + ".png" }

// Picture is a picture of the map that the report shows.
type Picture struct {
	Name, Caption string
	Frame         int     // the index in the film
	Around        hex.Hex // the middle of a close-up; hex.None for the whole map

	data []byte
}

// File is a file of the report. Alt describes it for those who cannot see it.
type File struct {
	Name, Alt string
	Data      []byte
}

// addPictures lists the pictures that the report would have, the most important first: the end, the beginning, and the
// turning points by their weight. A turn that ends with the last frame gets none: it would show the end once more.
func (r *Report) addPictures() {
	last := len(r.boards) - 1
	ends := r.words.Say("report.picture-end")
	if !r.about.Over {
		ends = r.words.Say("report.picture-now")
	}
	r.pictures = []Picture{{Name: endName, Caption: ends, Frame: last, Around: hex.None}}
	if last > 0 {
		r.pictures = append(r.pictures, Picture{Name: startName, Caption: r.words.Say("report.picture-start"),
			Around: hex.None})
	}
	order := make([]int, len(r.turningPoints))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.turningPoints[b].weight.Cmp(r.turningPoints[a].weight) })
	for _, i := range order {
		p := Picture{Name: turningName(i), Around: hex.None}
		if f := r.turningPoints[i].fight; f != nil {
			p.Frame, p.Around = f.frame, f.Hex
			p.Caption = r.words.Say("report.picture-fight", "turn", f.Turn, "hex", f.Hex)
		} else {
			p.Frame = r.turningPoints[i].turn.frame
			p.Caption = r.words.Say("report.picture-turn", "turn", r.turningPoints[i].turn.number)
		}
		if p.Around != hex.None || p.Frame != last {
			r.pictures = append(r.pictures, p)
		}
	}
}

// picture returns the picture of a name, nil if there is none or it is not drawn.
func (r *Report) picture(name string) *Picture {
	for i := range r.pictures {
		if p := &r.pictures[i]; p.Name == name && len(p.data) > 0 {
			return p
		}
	}
	return nil
}

//go:embed page.html
var source string

// Files returns the report as a page, as Markdown, and the pictures that the Markdown names: ten files at most. Draw
// returns a picture as a PNG file, nil if it cannot be drawn; it is called for the most important picture first, until
// one does not fit. Call Files only once: the report keeps the pictures and the number of those left out.
func (r *Report) Files(draw func(Picture) []byte) ([]File, error) {
	t, err := template.New("report").Parse(source)
	if err != nil {
		return nil, fmt.Errorf("the template of a report: %w", err)
	}
	write := func() (page, text []byte, err error) {
		var b bytes.Buffer
		d := r.document()
		if err := t.Execute(&b, d); err != nil {
			return nil, nil, fmt.Errorf("the report of %q: %w", r.about.Title, err)
		}
		return b.Bytes(), []byte(d.markdown()), nil
	}
	page, text, err := write() // without pictures, to see how much room they have
	if err != nil {
		return nil, err
	}
	r.drawPictures(Most-leftOutMarkup-len(page)-len(text), draw)
	if page, text, err = write(); err != nil {
		return nil, err
	}
	list := []File{{PageName, r.words.Say("report.alt-page"), page},
		{MarkdownName, r.words.Say("report.alt-markdown"), text}}
	size := len(page) + len(text)
	for _, p := range r.pictures {
		if len(p.data) > 0 {
			list, size = append(list, File{p.Name, p.Caption, p.data}), size+len(p.data)
		}
	}
	if size > Most {
		return nil, fmt.Errorf("the report of %q, %d bytes: %w", r.about.Title, size, ErrTooLarge)
	}
	return list, nil
}

// drawPictures draws pictures until one does not fit into room bytes; each takes room twice: in the page and as a file.
func (r *Report) drawPictures(room int, draw func(Picture) []byte) {
	for i := range r.pictures {
		p := &r.pictures[i]
		data := draw(*p)
		if len(data) == 0 {
			r.leftOut++
			continue
		}
		if room -= len(data) + base64.StdEncoding.EncodedLen(len(data)) + pictureMarkup; room < 0 {
			r.leftOut += len(r.pictures) - i
			return
		}
		p.data = data
	}
}

// Source returns the src attribute of an image in the page, with the picture in it.
func (p Picture) Source() template.HTMLAttr {
	return template.HTMLAttr(`src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(p.data) + `"`)
}

// maxNameLength is how many characters of a name are shown.
const maxNameLength = 80

// clean returns a name from a user, made into one line and cut to maxNameLength characters.
func clean(name string) string {
	list := []rune(oneLine(name))
	return string(list[:min(len(list), maxNameLength)])
}

// oneLine returns words of users in one line, without invisible characters and those that change the text's direction.
func oneLine(words string) string {
	kept := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case !unicode.IsPrint(c):
			return -1
		}
		return c
	}, words)
	return strings.Join(strings.Fields(kept), " ")
}
