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
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

var withDiscordJS = flag.Bool("discordjs", false,
	"install discord.js from npm and play with a bot of it; needs node and npm")

// TestDiscordJS lets a bot of discord.js, which knows only the table's address, use what the table has, with a player
// as its user. The table's answers are held against Discord's document.
func TestDiscordJS(t *testing.T) {
	if !*withDiscordJS {
		t.Skip("without -discordjs")
	}
	judge := oracle.New(t)
	server, base := lay(t, localtable.Options{Observe: func(x localtable.Exchange) {
		if err := judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil || x.Status == 501 {
			t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
		}
	}})
	anna := sit(t, base, "Anna")
	ctx := startDiscordJS(t, base)
	table := channelOf(t, anna)
	must.Get(organiser.Of(anna).OpenForum(ctx, localtable.GuildID, "games", "open", "running"))(t)
	say := func(line string) player.Message {
		t.Helper()
		return must.Get(anna.Say(ctx, table, line))(t)
	}
	say("/file")
	say("/follow")
	press, choose := say("/buttons"), say("/menu")
	form, labels := must.Get(anna.SayForm(ctx, table, "/form"))(t), must.Get(anna.SayForm(ctx, table, "/labels"))(t)
	framed := must.Get(anna.Click(ctx, say("/layout").ID, "frame"))(t)
	got := []string{
		say("/defer").Content,
		say("/look hex:1010 who:@Boris where:#autumn-for-barbarossa n:3").Content,
		must.Get(anna.Click(ctx, press.ID, "update"))(t).Content,
		must.Get(anna.Click(ctx, press.ID, "later"))(t).Content,
		must.Get(anna.Choose(ctx, choose.ID, "menu", "2", "3"))(t).Content,
		must.Get(anna.Fill(ctx, form, map[string]string{"unit": "12"}))(t).Content,
		must.Get(anna.Complete(ctx, table, "/look hex:101"))(t)[0].Value,
		say("/messages").Content, say("/threads").Content, say("/forum").Content, say("/pins").Content,
		say("/emojis").Content,
		framed.Components[0].Content,
		must.Get(anna.Fill(ctx, labels, map[string]string{"unit": "12"}, player.Picked{"style": {"old"},
			"who": {anna.User().ID}}))(t).Content,
	}
	server.Deny(table, localtable.ApplicationID, wire.PinMessages|wire.PublicThreads)
	got = append(got, say("/withheld").Content)
	if want := []string{"kept promise", "1010 Boris autumn-for-barbarossa 3", "updated", "changed later",
		"chosen 2 3", "filled in 12", "1010", "messages done", "threads done", "forum done", "pins done",
		"emojis done", "framed",
		"labelled 12 old Anna", "withheld done"}; !slices.Equal(got, want) {
		t.Errorf("the bot said %q, want %q", got, want)
	}
	for _, want := range []string{"a file, changed", "<@" + anna.User().ID + "> is heard", "for you alone",
		"in private"} {
		must.Get(anna.Await(ctx, func(m player.Message) bool { return m.Content == want }))(t)
	}
}

// startDiscordJS installs the library into a folder of the test and starts the bot, which runs until the test ends. The
// test fails if the bot exits with an error.
func startDiscordJS(t *testing.T, base string) context.Context {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"package.json", "bot.mjs"} {
		raw := must.Get(os.ReadFile(filepath.Join("testdata", "discordjs", name)))(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), raw, 0o600))
	}
	install := exec.CommandContext(t.Context(), "npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
		"--ignore-scripts")
	install.Dir = dir
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, said)
	}
	bot := exec.Command("node", "bot.mjs") // it is stopped after the test
	bot.Dir = dir
	bot.Env = append(os.Environ(), "API="+base+"/api", "TOKEN="+localtable.BotToken)
	var wrong bytes.Buffer
	bot.Stderr = &wrong
	input := must.Get(bot.StdinPipe())(t)
	output, said := io.Pipe()
	bot.Stdout = said
	must.Do(t, bot.Start())
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
