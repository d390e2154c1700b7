package program

import (
	"context"
	"errors"
	"os"

	"grognard/bot/simulate"
)

type verifyFlags struct {
	Head    []string `placeholder:"HASH" sep:"none" help:"A hash that was posted in the channel, or a line of /dice audit head:true, as often as you like: each export of a game that is over must have it, or the only export."`
	Log     string   `placeholder:"FILE" help:"A copy of the game's channel in JSON, as Discord's API or DiscordChatExporter write it: are the messages that name rounds of the beacon there, in time and never edited?"`
	Changes bool     `help:"List what is not as it ships in the modules of the games."`
	Files   []string `arg:"" name:"file" help:"Exports, as JSON lines or with gzip (.gz). Where there are several of a game, those of the time when it was under way must be in the others."`
}

type simulateFlags struct {
	Module   string `placeholder:"ID" default:"afb" help:"The game (${default})."`
	Modules  string `placeholder:"DIR" help:"Folder of modules of your own."`
	Scenario string `placeholder:"ID" help:"Its scenario; the first one without it."`
	Seed     uint64 `placeholder:"N" help:"The same number gives the same game (${default})." default:"1"`
	Turns    int    `placeholder:"N" default:"1" help:"Turns to play (${default}); then a player resigns, or both agree to a draw."`
	Running  bool   `help:"Leave the game under way, and export what everybody was told."`
	Out      string `required:"" placeholder:"FILE" help:"File to write, such as game.jsonl."`
}

// play plays a random game and writes its export.
func play(ctx context.Context, f simulateFlags) error {
	if f.Turns < 1 {
		return errors.New("a game has a turn at least: --turns 1")
	}
	export, err := simulate.Play(ctx, simulate.Options{Module: f.Module, Modules: f.Modules, Scenario: f.Scenario,
		Seed: f.Seed, Turns: f.Turns, Running: f.Running})
	if err != nil {
		return err
	}
	return os.WriteFile(f.Out, export.Lines, 0o644)
}
