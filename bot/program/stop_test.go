package program_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// soon is how long a stop may take. It has a limit of its own only for what hangs: that took five seconds and more.
const soon = 3 * time.Second

// A connection without a request, as a browser keeps one, holds no stop up.
func TestStop_UnusedConnection(t *testing.T) {
	t.Parallel()
	p := programtest.Start(t, []string{"--data", t.TempDir()})
	address := strings.TrimPrefix(p.Base, "http://")
	unused := must.Get(net.Dial("tcp", address))(t)
	defer unused.Close()
	// The second one is answered, so that the table has taken the first one too.
	used := must.Get(net.Dial("tcp", address))(t)
	defer used.Close()
	fmt.Fprintf(used, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", address)
	must.Get(bufio.NewReader(used).ReadString('\n'))(t)
	begun := time.Now()
	p.End(t)
	if took := time.Since(begun); took > soon {
		t.Errorf("the stop took %v", took)
	}
}

// However far the start has come, a stop is soon done.
func TestStop_WhileStarting(t *testing.T) {
	t.Parallel()
	for n := range 12 {
		ctx, stop := context.WithCancel(t.Context())
		var stderr bytes.Buffer
		status := make(chan int, 1)
		go func() {
			w := programtest.Environment(io.Discard, &stderr)
			status <- program.Run(ctx, []string{"--data", t.TempDir(), "--listen", "127.0.0.1:0"}, w)
		}()
		time.Sleep(time.Duration(n) * 30 * time.Millisecond)
		begun := time.Now()
		stop()
		<-status
		if took := time.Since(begun); took > soon {
			t.Errorf("stopped %d ms after the start it takes %v\n%s", n*30, took, &stderr)
		}
	}
}
