package newgame_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"grognard/bot/workshop"
	"grognard/bot/workshop/newgame"
)

func Example() {
	modules, err := os.MkdirTemp("", "modules")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(modules)
	folder := filepath.Join(modules, "mill")
	err = newgame.Begin(folder, io.Discard)
	if err != nil {
		log.Fatal(err)
	}
	clean, err := workshop.Lint(folder, io.Discard)
	fmt.Println(clean, err)
	// Output: true <nil>
}
