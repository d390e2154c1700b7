package config_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"grognard/bot/config"
)

func Example() {
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "grognard.yaml")
	err = os.WriteFile(file, []byte("style: dark\ndata: /var/lib/grognard\n"), 0o600)
	if err != nil {
		log.Fatal(err)
	}
	tokens := map[string]string{"DISCORD_TOKEN": "a-token"}
	env := func(name string) string { return tokens[name] } // in production: os.Getenv

	c, err := config.Read(config.Flags{File: file, Data: "games"}, env)
	fmt.Println(c.Style, c.Data, c.Token != "", err)
	// Output: dark games true <nil>
}
