package report_test

import (
	"fmt"
	"log"

	"grognard/bot/report"
	"grognard/rules"
	"grognard/rules/view"
)

// identifiers has each message by its identifier.
type identifiers struct{}

func (identifiers) Say(id string, args ...any) string { return id }

func Example() {
	d, failed := rules.Modules().Load("drill")
	if failed != nil {
		log.Fatal(failed)
	}
	pos, failed := rules.Setup(d, "")
	if failed != nil {
		log.Fatal(failed)
	}
	m, failed := rules.New(d, pos)
	if failed != nil {
		log.Fatal(failed)
	}
	about, frames, words := report.About{Title: d.Title}, []view.Public{m.Public()}, identifiers{}
	drawn := map[string][]byte{"map-end.png": []byte("\x89PNG")}

	r := report.Of(about, frames, words)
	files, err := r.Files(func(p report.Picture) []byte { return drawn[p.Name] })
	for _, f := range files {
		fmt.Println(f.Name)
	}
	fmt.Println(err)
	// Output:
	// report.html
	// report.md
	// map-end.png
	// <nil>
}
