package discord_test

import (
	"os"
	"testing"
	"fmt"
)

func TestDump(t *testing.T) {
	h := newClockHouse(t)
	h.begin("none")
	m := h.say(h.boris, "/plan orders:r-1-arm > 12.08; r-2-inf > 12.09; r-5-inf > 11.13; r-4-inf > 10.12 11.11; end!; 7.12 < r-4-inf delay:60")
	data, err := h.boris.Picture(h.ctx, m.Attachments[0])
	if err != nil { t.Fatal(err) }
	os.WriteFile("/tmp/plan1.png", data, 0o644)
	fmt.Println(m.Content)
	for range 3 { h.say(h.anna, "/end") }
	h.later(2)
	h.delivered()
	for _, m := range h.everything(h.boris) {
		if len(m.Content) > 0 && m.Content[0] == '*' && len(m.Attachments) > 0 {
			fmt.Println("=====", m.Content, len(m.Attachments))
			data, _ := h.boris.Picture(h.ctx, m.Attachments[0])
			os.WriteFile("/tmp/plan2.png", data, 0o644)
		}
	}
}
