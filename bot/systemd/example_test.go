package systemd_test

import (
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"

	"grognard/bot/systemd"
)

func Example() {
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	// What systemd does: it listens on a socket and names it in the environment.
	socket := filepath.Join(folder, "notify")
	listener, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		log.Fatal(err)
	}
	defer listener.Close()
	env := map[string]string{"NOTIFY_SOCKET": socket}

	s := systemd.FromEnv(func(name string) string { return env[name] }) // in production: os.Getenv
	err = s.Notify("READY=1")
	if err != nil {
		log.Fatal(err)
	}
	heard := make([]byte, 64)
	n, err := listener.Read(heard)
	fmt.Println(string(heard[:n]), err)
	// Output: READY=1 <nil>
}
