package gateway

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// Things that Discord can do with a connection.
var (
	lives  script = func(p *peer) { p.begin(); p.stay() }
	silent script = func(p *peer) { p.stay() }
)

// after greets the client, waits and then calls do.
func after(d time.Duration, do func(*peer)) script {
	return func(p *peer) { p.begin(); p.after(d); do(p) }
}

// answering calls do when IDENTIFY or RESUME has come.
func answering(do func(*peer)) script { return func(p *peer) { p.greet(); do(p) } }

func closing(code int) func(*peer) { return func(p *peer) { p.closeWith(code) } }
func cut(*peer)                    {}
func op(raw string) func(*peer)    { return func(p *peer) { p.send(raw); p.stay() } }

const (
	invalid       = `{"op":9,"d":false}`
	invalidForNow = `{"op":9,"d":true}`
	reconnect     = `{"op":7,"d":null}`
)

// started is what the client does first where nothing is in its way.
const started = `
	0s asks: 200
	0s dials gateway.test
	0s IDENTIFY 0/1
`

// resumed is what it does where the connection is cut after an hour.
const resumed = started + `
	1h0m0s dials resume.test
	1h0m0s RESUME one at 1
`

// late is what it does where the first connection has no HELLO.
const late = `
	0s asks: 200
	0s dials gateway.test
	20s closes with 4000
	20s dials gateway.test
	20s IDENTIFY 0/1
`

// For what Discord does with successive connections, the table says what the client must do, and when.
func TestWhatAConnectionDoes(t *testing.T) {
	for _, c := range []struct {
		name    string
		scripts []script
		runs    time.Duration
		want    string
	}{
		{"it stays, and is closed in good order", []script{lives}, time.Hour, started + `
			1h0m0s closes with 1000
		`},
		{"cut after an hour", []script{after(time.Hour, cut), lives}, 2 * time.Hour, resumed + `
			2h0m0s closes with 1000
		`},
		{"a new connection is asked for", []script{after(time.Hour, op(reconnect)), lives}, 2 * time.Hour, started + `
			1h0m0s closes with 4000
			1h0m0s dials resume.test
			1h0m0s RESUME one at 1
			2h0m0s closes with 1000
		`},
		{"a new connection is asked for in answer to IDENTIFY", []script{answering(op(reconnect)), lives}, time.Hour,
			started + `
			0s closes with 4000
			7.5s dials gateway.test
			7.5s IDENTIFY 0/1
			1h0m0s closes with 1000
		`},
		{"a new connection is asked for in answer to RESUME", []script{after(time.Hour, cut), answering(op(reconnect)), lives}, 2 * time.Hour, resumed + `
			1h0m0s closes with 4000
			1h0m0.75s dials resume.test
			1h0m0.75s RESUME one at 1
			2h0m0s closes with 1000
		`},
		{"an invalid session in answer to IDENTIFY", []script{answering(op(invalid)), lives}, time.Hour, started + `
			0s closes with 4000
			7.5s dials gateway.test
			7.5s IDENTIFY 0/1
			1h0m0s closes with 1000
		`},
		{"an invalid session in answer to RESUME", []script{after(time.Hour, cut), answering(op(invalid)), lives}, 2 * time.Hour, resumed + `
			1h0m0s closes with 4000
			1h0m3s asks: 200
			1h0m3s dials gateway.test
			1h0m3s IDENTIFY 0/1
			2h0m0s closes with 1000
		`},
		{"a session that is invalid for now", []script{after(time.Hour, op(invalidForNow)), lives}, 2 * time.Hour,
			started + `
			1h0m0s closes with 4000
			1h0m3s dials resume.test
			1h0m3s RESUME one at 1
			2h0m0s closes with 1000
		`},
		{"a session that is invalid for now, for ever", []script{after(time.Hour, cut), answering(op(invalidForNow))}, time.Hour + 2*time.Minute, resumed + `
			1h0m0s closes with 4000
			1h0m3s dials resume.test
			1h0m3s RESUME one at 1
			1h0m3s closes with 4000
			1h0m6s dials resume.test
			1h0m6s RESUME one at 1
			1h0m6s closes with 4000
			1h0m9s dials gateway.test
			1h0m9s RESUME one at 1
			1h0m9s closes with 4000
			1h0m15s dials gateway.test
			1h0m15s RESUME one at 1
			1h0m15s closes with 4000
			1h0m27s asks: 200
			1h0m27s dials gateway.test
			1h0m27s IDENTIFY 0/1
			1h0m27s closes with 4000
			1h0m49.5s dials gateway.test
			1h0m49.5s IDENTIFY 0/1
			1h0m49.5s closes with 4000
			1h1m12s dials gateway.test
			1h1m12s IDENTIFY 0/1
			1h1m12s closes with 4000
			1h1m34.5s asks: 200
			1h1m42s dials gateway.test
			1h1m42s IDENTIFY 0/1
			1h1m42s closes with 4000
		`},
		{"an invalid session of a sudden", []script{after(time.Hour, op(invalid)), lives}, 2 * time.Hour, started + `
			1h0m0s closes with 4000
			1h0m3s asks: 200
			1h0m3s dials gateway.test
			1h0m3s IDENTIFY 0/1
			2h0m0s closes with 1000
		`},
		{"no HELLO", []script{silent, lives}, time.Hour, late + `
			1h0m0s closes with 1000
		`},
		{"READY without HELLO", []script{op(`{"op":0,"s":1,"t":"READY","d":{"session_id":"one"}}`), lives}, time.Hour, late + `
			1h0m0s closes with 1000
		`},
		{"no READY", []script{answering(silent), lives}, time.Hour, started + `
			30s closes with 4000
			30s dials gateway.test
			30s IDENTIFY 0/1
			1h0m0s closes with 1000
		`},
		{"no RESUMED", []script{after(time.Hour, cut), answering(silent), lives}, 2 * time.Hour, resumed + `
			1h0m20s closes with 4000
			1h0m20.75s dials resume.test
			1h0m20.75s RESUME one at 1
			2h0m0s closes with 1000
		`},
		{"cut before HELLO", []script{cut, cut, cut, cut, cut, lives}, time.Hour, `
			0s asks: 200
			0s dials gateway.test
			0s dials gateway.test
			750ms dials gateway.test
			2.25s dials gateway.test
			5.25s dials gateway.test
			11.25s dials gateway.test
			11.25s IDENTIFY 0/1
			1h0m0s closes with 1000
		`},
		{"missed events come slowly", []script{after(time.Hour, cut), answering(func(p *peer) {
			for i := range 5 {
				p.after(15 * time.Second)
				p.send(fmt.Sprintf(`{"op":0,"s":%d,"t":"GUILD_UPDATE","d":{}}`, i+2))
			}
			p.send(`{"op":0,"s":7,"t":"RESUMED","d":{}}`)
			p.stay()
		})}, 2 * time.Hour, resumed + `
			2h0m0s closes with 1000
		`},
		{"a heartbeat is not acknowledged", []script{func(p *peer) {
			p.beats = true
			p.begin()
			p.after(50 * time.Second)
			p.mu.Lock()
			p.mute = true
			p.mu.Unlock()
			p.stay()
		}, lives}, 5 * time.Minute, started + `
			20s heartbeat 1
			1m0s heartbeat 1
			1m40s closes with 4000
			1m40s dials resume.test
			1m40s RESUME one at 1
			5m0s closes with 1000
		`},
		{"heartbeats are asked for", []script{func(p *peer) {
			p.beats = true
			p.hello()
			for range 3 {
				p.after(time.Millisecond)
				p.send(`{"op":1,"d":null}`)
			}
			p.after(5 * time.Second)
			p.send(`{"op":1,"d":null}`)
			p.after(5 * time.Second)
		}, lives}, 12 * time.Second, started + `
			0s heartbeat null
			5s heartbeat null
			10s dials gateway.test
			10s IDENTIFY 0/1
			12s closes with 1000
		`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{scripts: c.scripts}
				f.play(t, c.runs, Options{})
				f.did(t, c.want)
			})
		})
	}
}
