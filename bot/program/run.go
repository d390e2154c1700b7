package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"grognard/bot/config"
	"grognard/bot/console"
	"grognard/bot/discord"
	"grognard/bot/doctor"
	"grognard/bot/gallery"
	"grognard/bot/heartbeat"
	"grognard/bot/localtable"
	"grognard/bot/logs"
	"grognard/bot/lookup"
	"grognard/bot/referee/rounds"
	"grognard/bot/simulate/seasonplay"
	"grognard/bot/verdict"
	"grognard/bot/workshop"
	"grognard/bot/workshop/newgame"
	"grognard/bot/workshop/sheets"
	"grognard/rules/adjudicate"
	"grognard/rules/rulebook"
	"grognard/storage/sqlite"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Version    kong.VersionFlag `help:"Say which program this is."`
	Serve      serveFlags       `cmd:"" default:"withargs" help:"Referee games: on Discord with a token or a configuration file, else at a table on this computer."`
	Adjudicate struct {
		Verbose  bool     `short:"v" help:"Print a line per case, with the events of each step; with --coverage, what the rulebook skips and why."`
		Coverage bool     `help:"Print the paragraphs of the rulebook that the cases do not show, and nothing when they show all."`
		Modules  string   `placeholder:"DIR" help:"Folder of modules of your own, which cases may be of."`
		Paths    []string `arg:"" optional:"" name:"file" help:"Case files, or folders of them; without any, the folders cases of your own modules."`
	} `cmd:"" help:"Check rulings against adjudication cases."`
	Rulings struct{} `cmd:"" help:"Print where the rules leave a doubt, and how the program rules."`
	Module  struct {
		Lint struct {
			Dir string `arg:"" help:"Folder of the module."`
		} `cmd:"" help:"Print what is wrong with a module, with file, line and column, and which counters are estimates."`
		Render struct {
			Scenario string `placeholder:"ID" help:"Scenario to set up; the first one without it."`
			Bare     bool   `help:"Draw no units."`
			Hex      int    `placeholder:"PIXELS" help:"Size of the hexes; as large as fits without it."`
			Dir      string `arg:"" help:"Folder of the module."`
			Out      string `arg:"" help:"PNG file to write."`
		} `cmd:"" help:"Draw a module's map, with its set-up or bare."`
		New struct {
			From   string `xor:"what" placeholder:"ID" help:"An overlay over the module that ships, such as afb."`
			Tables bool   `xor:"what" help:"A module with tables alone, to look up."`
			Dir    string `arg:"" help:"Folder to make, named as the module."`
		} `cmd:"" help:"Begin a module: a small game to be changed into one of your own, an overlay, or tables alone."`
		Import struct {
			File string `arg:"" help:"Table that was saved from a spreadsheet, as text with tabs, semicolons or commas."`
		} `cmd:"" help:"Print a table from a spreadsheet as tables.yaml has it."`
	} `cmd:"" help:"For owners of a game: put in its true counters, its true map and its tables."`
	Verify   verifyFlags        `cmd:"" help:"Check exports of games offline: every row, every roll, every ruling. The exit status is 0 when all is right, 1 when something is wrong, and 2 when something could not be checked."`
	Simulate simulateFlags      `cmd:"" help:"Play a random game and export it."`
	Season   seasonplay.Command `cmd:"" help:"Play a season of a league with random games, and say how it went."`
	Odds     oddsFlags          `cmd:"" help:"Say what a fight on paper comes to, such as --attack 9+4/2 --defence 4."`
	Roll     rollFlags          `cmd:"" help:"Throw dice, such as 2d6."`
	Crt      tableFlags         `cmd:"" help:"Print a table of a game, the first without --table."`
	Terrain  terrainFlags       `cmd:"" help:"Print what terrain does to each side."`
	Rule     ruleFlags          `cmd:"" help:"Say what a paragraph of the rules says, by its number or in words."`
	Gallery  struct {
		Dir string `arg:"" help:"Folder for the pictures."`
	} `cmd:"" help:"Make the pictures of the README and the manual, of a first turn of Autumn for Barbarossa."`
	Doctor  doctorFlags            `cmd:"" help:"Say what is wrong with the machine, the configuration or Discord, and what to do. The exit status is 1 when something must be done."`
	Backup  backupFlags            `cmd:"" help:"Copy the database to a file, also while the program runs. The copy is checked. The exit status is 0 when it is sound."`
	Restore restoreFlags           `cmd:"" help:"Put a backup in the place of the database, which keeps its bytes under another name; not while the program runs."`
	Check   checkFlags             `cmd:"" help:"Check the database or a backup: every page, every row of every game, every module. The exit status is 0 when all is sound."`
	Forget  forgetFlags            `cmd:"" help:"Delete what is kept of a user who asks for it and cannot press the button of /privacy; not while the program runs."`
	Health  struct{ config.Flags } `cmd:"" help:"Exit with 0 if the running program hears from Discord, or from its local table."`
}

type doctorFlags struct {
	config.Flags
	Status string `placeholder:"ADDR" help:"Address for monitors that the program was started with."`
	JSON   bool   `name:"json" help:"Answer in JSON."`
}

type serveFlags struct {
	config.Flags
	Status     string `placeholder:"ADDR" help:"Address for monitors, in place of the configured one: /healthz, /readyz, /metrics."`
	Listen     string `placeholder:"ADDR" default:"127.0.0.1:8787" help:"Loopback address of the local table (${default})."`
	AcceptLoss bool   `help:"Start though the database has lost games or rows, or is missing, and go on with what is there."`
	Scenario   string `placeholder:"ID" help:"Scenario of the first game at the local table; the game's first one without it."`
}

// Environment is what the program gets from its surroundings. Tests have their own; no flag changes it.
type Environment struct {
	Env            func(string) string // reads an environment variable
	Stdout, Stderr io.Writer
	Entropy        io.Reader        // the source of secrets
	Now            func() time.Time // the clock of the games' logs; the computer's, made steady, when nil
	Store          []sqlite.Option  // options for tests, such as faults
	// ticks at which to check that the database is in its place; nil for every ten seconds
	Watch   <-chan time.Time
	Table   localtable.Options     // for tests: observers of the local table
	Beacon  rounds.Beacon          // for tests: replaces the configured servers
	Library func(*slog.Logger)     // is called with the logger for libraries; nil leaves their logging as it is
	Discord string                 // for tests: the address of a host that replaces Discord
	Tune    func(*discord.Options) // for tests: changes timeouts and limits
	Stop    time.Duration          // for tests: how long each part of a stop may take; 0 for the limits of serve.go
	Version string                 // the linker's version; "" if the program was built in its repository
}

// Run carries out the command in args, which are without the program's name. It returns the exit status when the
// command is done or ctx has ended.
func Run(ctx context.Context, args []string, w Environment) int {
	var c cli
	command, done, err := parse(&c, args, w)
	if done {
		return 0
	}
	status := 0
	if err == nil {
		switch command {
		case "adjudicate", "adjudicate <file>":
			return adjudicateCases(c, w.Stdout)
		case "rulings":
			_, err = io.WriteString(w.Stdout, rulebook.Rulings()+"\n"+rulebook.Errata())
		case "module lint <dir>":
			status, err = statusOf(workshop.Lint(c.Module.Lint.Dir, w.Stdout))
		case "module render <dir> <out>":
			err = workshop.Render(c.Module.Render.Dir, c.Module.Render.Scenario, c.Module.Render.Bare,
				c.Module.Render.Hex, c.Module.Render.Out)
		case "module new <dir>":
			switch n := c.Module.New; {
			case n.Tables:
				err = sheets.Begin(n.Dir, w.Stdout)
			case n.From != "":
				err = workshop.Begin(n.From, n.Dir, w.Stdout)
			default:
				err = newgame.Begin(n.Dir, w.Stdout)
			}
		case "module import <file>":
			err = sheets.Print(c.Module.Import.File, w.Stdout)
		case "verify <file>":
			f := c.Verify
			status, err = verdict.Of(w.Stdout, verdict.Question{Files: f.Files, Heads: f.Head, Log: f.Log,
				Changes: f.Changes})
		case "simulate":
			err = play(ctx, c.Simulate)
		case "season":
			err = c.Season.Print(ctx, w.Stdout)
		case "odds":
			f := c.Odds
			err = ask(f.gameFlags, w, func(c console.Console, b *lookup.Book) error {
				fight := lookup.Fight{Table: f.Table, Attack: f.Attack, Defence: f.Defence, Shift: int(f.Shift)}
				return c.Odds(b, fight, f.Modifiers)
			})
		case "roll <dice>":
			err = rollDice(c.Roll, w)
		case "crt":
			f := c.Crt
			err = ask(f.gameFlags, w, func(c console.Console, b *lookup.Book) error {
				return c.Table(b, console.Question{Table: f.Table, Column: f.Odds, Roll: f.Roll,
					Modifiers: f.Modifiers}, w.Entropy)
			})
		case "terrain":
			f := c.Terrain
			err = ask(f.gameFlags, w, func(c console.Console, b *lookup.Book) error {
				return c.Terrain(b, f.Kind, f.Side)
			})
		case "rule <words>":
			err = askRule(c.Rule, w)
		case "gallery <dir>":
			err = gallery.Make(c.Gallery.Dir)
		case "backup <file>":
			status, err = statusOf(backUp(ctx, c.Backup, w))
		case "restore <file>":
			err = restore(ctx, c.Restore, w)
		case "forget <user>":
			err = forget(ctx, c.Forget, w)
		case "check", "check <file>":
			status, err = statusOf(check(ctx, c.Check, w))
		case "doctor":
			return runDoctor(ctx, c.Doctor, w)
		case "health":
			err = health(c.Health.Flags, w.Env)
		default:
			err = serve(ctx, c.Serve, w)
		}
	}
	if err != nil {
		fmt.Fprintf(w.Stderr, "grognard: %s\n", logs.Clean(err.Error()))
		return 1
	}
	return status
}

// statusOf returns the exit status of a check: 1 if it has found something.
func statusOf(sound bool, err error) (int, error) {
	if !sound {
		return 1, err
	}
	return 0, err
}

// adjudicateCases carries out the command adjudicate.
func adjudicateCases(c cli, out io.Writer) (status int) {
	a := c.Adjudicate
	beside, err := adjudicate.Games(a.Modules)
	if err != nil {
		fmt.Fprintln(out, err)
		return 1
	}
	if len(a.Paths) == 0 {
		a.Paths = beside.Cases
	}
	if a.Coverage {
		return min(beside.Coverage(out, a.Verbose, a.Paths...), 1)
	}
	_, failed := beside.Run(out, a.Verbose, a.Paths...)
	return min(failed, 1)
}

// parse parses the command line; done says that it only asked for help or the version, which was printed.
func parse(c *cli, args []string, w Environment) (command string, done bool, err error) {
	k, err := kong.New(c, kong.Name("grognard"), kong.Description("A referee for hex wargames."),
		kong.Writers(w.Stdout, w.Stderr), kong.WithHyphenPrefixedParameters(true),
		kong.Vars{"version": fmt.Sprintf("grognard %s, %s %s/%s", thisRelease(w.Version), runtime.Version(),
			runtime.GOOS, runtime.GOARCH)}, kong.Exit(func(int) { done = true }))
	if err != nil {
		return "", false, err
	}
	parsed, err := k.Parse(args)
	if done || err != nil {
		return "", done, err
	}
	return parsed.Command(), false, nil
}

// health checks the program that uses the same folder.
func health(f config.Flags, env func(string) string) error {
	c, err := config.Files(f, env)
	if err != nil {
		return err
	}
	return heartbeat.In(c.Data).Check(time.Now())
}

// runDoctor runs the doctor. A configuration that cannot be read is a finding too.
func runDoctor(ctx context.Context, f doctorFlags, w Environment) (status int) {
	c, err := config.Read(f.Flags, w.Env)
	found := []doctor.Finding{{Check: "configuration", Severity: doctor.OK, Says: "it can be read"}}
	if err != nil {
		found[0].Severity, found[0].Says, found[0].Do = doctor.Bad, err.Error(),
			"mend it; where the environment of the program has the token, give it to this command too"
	}
	if err == nil || errors.Is(err, config.ErrNoToken) {
		c.Status = cmp.Or(f.Status, c.Status)
		found = append(found, doctor.Examine(ctx,
			doctor.Subject{Config: c, Version: thisRelease(w.Version), Host: cmp.Or(w.Discord, c.API)})...)
	}
	for i := range found {
		found[i].Says = logs.Clean(found[i].Says)
	}
	if err := doctor.Write(w.Stdout, found, f.JSON); err != nil || doctor.Failed(found) {
		return 1
	}
	return 0
}
