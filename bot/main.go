// Grognard referees hex wargames on Discord. This is the command: package program reads flags and configuration and
// starts the parts.
//
//	go run ./bot                       a table on this computer, in the browser: no account, no token
//	DISCORD_TOKEN=… go run ./bot       the bot on Discord
//	go run ./bot --config grognard.yaml
//	go run ./bot adjudicate FILE...    checks rulings against cases, or with --coverage cases against the rulebook
//	go run ./bot rulings               says how the program rules where the rules leave a doubt
//	go run ./bot odds --module afb --attack 9+4/2 --defence 4 --shift -1    what a fight on paper comes to
//	go run ./bot crt --module afb --odds 11:4 --roll 7                      a table, with a column and a roll marked
//	go run ./bot terrain --module afb --kind river --side german            what terrain does
//	go run ./bot roll 4d6kh3+1 --times 3 --label ford                       dice outside games
//	go run ./bot rule 9.1c                                                  a paragraph by number, or by words:
//	go run ./bot rule --module afb can I advance across a lake
//	go run ./bot module lint DIR       finds mistakes in a game's files; render draws its map, new begins a module
//	go run ./bot verify FILE...        checks what /game export gave: the chain of rows, every roll, every ruling
//	go run ./bot simulate --out FILE   plays a random game and exports it: --module afb --seed 7 --turns 3
//	go run ./bot gallery DIR           makes the pictures of the README and of MANUAL.md
//	go run ./bot doctor                finds what is wrong with the machine, the configuration or Discord
//	go run ./bot backup FILE           copies the database, also of a running program, and checks the copy: BACKUP.md
//	go run ./bot restore FILE          replaces the database by a backup
//	go run ./bot check FILE            checks every page, row and module of a backup, or of the database without FILE
//	go run ./bot forget USER           deletes what is kept of a user, as the button of /privacy does: PRIVACY.md
//	go run ./bot health                says whether the running program hears from Discord
//	go run ./bot --version             says which program this is
//
// odds, crt, terrain and rule know the games that ship, and with --modules DIR also an owner's; --table names another
// table than that of combat. With --json these and roll answer in JSON of a stable format (package console), with
// strengths and chances as exact fractions: "9/2", "11/36". Strengths are written as on paper: 9+4/2, (4+4)x2, 7½. Dice
// are 2d6, d66, 3d6+1, 4d6kh3 and sums of them.
//
// Games are kept in one folder (--data), in an SQLite file that only one program at a time can change. The exit status
// is 0 if all is well, 2 if verify could not check something, else 1. Restarting the program loses nothing.
package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/logs"
	"grognard/bot/program"
)

// version is set by the linker when the program is built without its repository, as in a container.
var version string

func main() {
	// Signals stay caught for good: a supervisor may send one both to the program and to its parent, which passes it
	// on, and the second one must not cut the stop short.
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	os.Exit(program.Run(ctx, os.Args[1:], program.Environment{Env: os.Getenv, Stdout: os.Stdout, Stderr: os.Stderr,
		Entropy: rand.Reader, Version: version,
		Library: func(l *slog.Logger) { discordgo.Logger = logs.Discordgo(l) }}))
}
