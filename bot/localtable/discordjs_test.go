package localtable_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

var withDiscordJS = flag.Bool("discordjs", false,
	"install discord.js from npm and play with a bot of it; needs node and npm")

// TestDiscordJS lets a bot of discord.js, which knows only the table's address, use all of the table's functions, with
// a player as its user. The table's answers are validated against Discord's document.
func TestDiscordJS(t *testing.T) {
	if !*withDiscordJS {
		t.Skip("without -discordjs")
	}
	judge := oracle.New(t)
	_, base := lay(t, localtable.Options{Observe: func(x localtable.Exchange) {
		if x.Status == 501 {
			t.Errorf("the bot asked for %s %s, which the table lacks", x.Method, x.Path)
			return
		}
		if err := judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil {
			t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
		}
	}})
	anna := sit(t, base, "Anna")
	ctx := startDiscordJS(t, base, anna.User().ID)

	table := channelOf(t, anna)
	say := func(line string) player.Message {
		t.Helper()
		return must(anna.Say(ctx, table, line))(t)
	}
	// shows waits until the result of a command or a click has this text.
	shows := func(want string) player.Message {
		t.Helper()
		return must(anna.Await(ctx, func(m player.Message) bool { return m.Content == want }))(t)
	}
	say("/reply")
	shows("<@" + anna.User().ID + "> is heard")
	if m := say("/defer"); m.Content != "kept promise" {
		t.Errorf("the promise became %q", m.Content)
	}
	if m := say("/file"); len(m.Attachments) != 1 || m.Attachments[0].Description != "A small map" ||
		m.Embeds[0].Image.URL != m.Attachments[0].URL {
		t.Errorf("the file came as %+v %+v", m.Attachments, m.Embeds)
	}
	say("/follow")
	for _, want := range []string{"first", "second, changed", "for you alone"} {
		shows(want)
	}
	say("/edit")
	shows("after")
	say("/delete")
	shows("it is gone")
	if got := contents(t, anna, table); slices.Contains(got, "soon gone") || slices.Contains(got, "before") {
		t.Errorf("the channel shows %q", got)
	}
	press := say("/buttons")
	if m := must(anna.Click(ctx, press.ID, "update"))(t); m.Content != "updated" {
		t.Errorf("the button made %q", m.Content)
	}
	if m := must(anna.Click(ctx, press.ID, "collect"))(t); m.Content != "collected" {
		t.Errorf("the collector made %q", m.Content)
	}
	if m := must(anna.Click(ctx, press.ID, "later"))(t); m.Content != "changed later" || len(m.Components) != 0 {
		t.Errorf("the button made %q, %+v", m.Content, m.Components)
	}
	choose := say("/menu")
	if m := must(anna.Choose(ctx, choose.ID, "menu", "2", "3"))(t); m.Content != "chosen 2 3" {
		t.Errorf("the menu made %q", m.Content)
	}
	for _, line := range []string{"/form", "/label"} {
		form := must(anna.SayForm(ctx, table, line))(t)
		if m := must(anna.Fill(ctx, form,
			map[string]string{"unit": "12" + line}))(t); m.Content != "filled in 12"+line {
			t.Errorf("the form made %q", m.Content)
		}
	}
	if got := must(anna.Complete(ctx, table, "/look hex:101"))(t); len(got) != 1 ||
		got[0].Name != "hex 101" || got[0].Value != "1010" {
		t.Errorf("completed with %+v", got)
	}
	if m := say("/look hex:1010 who:@Boris where:#autumn-for-barbarossa n:3"); m.Content != "1010 Boris autumn-for-barbarossa 3" {
		t.Errorf("the options came as %q", m.Content)
	}
	for _, name := range []string{"messages", "threads", "channels"} {
		if m := say("/" + name); m.Content != name+" done" {
			t.Errorf("/%s came to %q", name, m.Content)
		}
	}
	shows("in private")
}

// startDiscordJS installs the library into a folder of the test and starts the bot, which runs until the test ends. The
// test fails if the bot exits with an error.
func startDiscordJS(t *testing.T, base, user string) context.Context {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"package.json", "bot.mjs"} {
		raw := must(os.ReadFile(filepath.Join("testdata", "discordjs", name)))(t)
		check(t, os.WriteFile(filepath.Join(dir, name), raw, 0o600))
	}
	install := exec.CommandContext(t.Context(), "npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
		"--ignore-scripts")
	install.Dir = dir
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, said)
	}
	bot := exec.Command("node", "bot.mjs") // it is stopped after the test
	bot.Dir = dir
	bot.Env = append(os.Environ(), "API="+base+"/api", "TOKEN="+localtable.BotToken, "GUILD="+localtable.GuildID,
		"USER="+user)
	var wrong bytes.Buffer
	bot.Stderr = &wrong
	input := must(bot.StdinPipe())(t)
	output, said := io.Pipe()
	bot.Stdout = said
	check(t, bot.Start())
	ctx, gone := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- bot.Wait()
		said.Close()
		gone()
	}()
	t.Cleanup(func() {
		input.Close()
		if err := <-ended; err != nil {
			t.Errorf("the bot ended: %v\n%s", err, &wrong)
		}
	})
	if line, err := bufio.NewReader(output).ReadString('\n'); strings.TrimSpace(line) != "ready" {
		t.Fatalf("the bot is not ready but said %q: %v", line, err)
	}
	return ctx
}
