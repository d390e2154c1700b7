package workshop_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"grognard/bot/workshop"
)

func Example() {
	folder, err := os.MkdirTemp("", "modules")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	overlay := filepath.Join(folder, "drill")

	err = workshop.Begin("drill", overlay, io.Discard)
	if err != nil {
		log.Fatal(err)
	}
	clean, err := workshop.Lint(overlay, io.Discard)
	if err != nil {
		log.Fatal(err)
	}
	err = workshop.Render(overlay, "", false, 24, filepath.Join(folder, "map.png"))
	fmt.Println(clean, err)
	// Output: true <nil>
}
