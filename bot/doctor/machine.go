package doctor

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/bwmarrin/discordgo"
	"github.com/mattn/go-sqlite3"

	"grognard/bot/heartbeat"
	"grognard/bot/workshop"
	"grognard/rules/modules"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// program reports the versions of the program and what it runs on.
func program(_ context.Context, p Subject) []Finding {
	lite, _, _ := sqlite3.Version()
	return ok("grognard %s, %s, SQLite %s, discordgo %s", p.Version, runtime.Version(), lite, discordgo.VERSION)
}

// dataFolder checks whether games can be written to the data folder, and whether other users can read them.
func dataFolder(_ context.Context, p Subject) []Finding {
	dir := p.Config.Data
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return warning("the first start makes it; if there were games, look at data: and --data", "%s does not exist",
			dir)
	case err != nil:
		return bad("look at its owner and mode", "%s", oneLine(err))
	case !info.IsDir():
		return bad("name a folder as data: or --data", "%s is no folder", dir)
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err == nil {
		_, err = f.Write([]byte("written"))
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return bad("make room", "%s cannot be written to: the disk is full", dir)
	case err != nil:
		return bad("run this as the user who runs the bot, and give him the folder", "%s cannot be written to: %s",
			dir, oneLine(err))
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return warning("chmod 700 it: the secrets of running games are in it", "others can look into %s", dir)
	}
	return ok("%s can be written to", dir)
}

// Limits for free disk space.
const (
	least  = 100 << 20
	enough = 1 << 30
)

// diskSpace checks the free space. On a full disk no order is accepted.
func diskSpace(_ context.Context, p Subject) []Finding {
	dir := p.Config.Data
	for { // the nearest parent folder that exists
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	free, known, err := freeSpace(dir)
	switch {
	case err != nil:
		return bad("look at the disk", "%s: %s", dir, oneLine(err))
	case !known:
		return ok("not known on %s", runtime.GOOS)
	case free < least:
		return bad("make room: on a full disk no order is taken", "%d MiB are free at %s", free>>20, dir)
	case free < enough:
		return warning("make room soon", "%d MiB are free at %s", free>>20, dir)
	}
	return ok("%d GiB are free at %s", free>>30, dir)
}

// database checks the database, and whether a running program uses it.
func database(ctx context.Context, p Subject) []Finding {
	path := filepath.Join(p.Config.Data, "grognard.db")
	seen, err := sqlite.Inspect(ctx, path)
	const restore = "stop the bot and restore a backup, which keeps this file"
	switch {
	case errors.Is(err, storage.ErrBeforeBase):
		return bad("run that commit with it, or begin with another data folder", "%s", oneLine(err))
	case err != nil:
		return bad("if it says that it is no database or malformed, "+restore+"; else look at its owner and mode",
			"%s", oneLine(err))
	case seen.Gone && seen.InUse:
		return bad(
			"read the program's log before you stop it: it has the last bytes open, and says where it has made a copy",
			"%s was deleted under the program at work with it", path)
	case seen.Gone:
		return bad("bring it back, or restore a backup",
			"%s is missing, though there was one: of its name are files beside it", path)
	case seen.Missing:
		return ok("%s is made at the first start; if there were games, its folder is another one or is not mounted",
			path)
	case seen.Newer:
		return bad("run that version; an older one does not touch it",
			"%s belongs to a newer version of this program", path)
	case seen.Lost != "":
		return bad(restore+"; the start refuses it without --accept-loss", "%s has lost what was in it: %s", path,
			seen.Lost)
	case seen.Damage != "":
		return bad(restore, "%s is damaged: %s", path, seen.Damage)
	}
	if !seen.InUse {
		return ok("%s is sound; games open: %d; no program is at work with it", path, seen.Open)
	}
	if err := heartbeat.In(p.Config.Data).Check(p.Now()); err != nil {
		return warning("if it lasts, read the program's log", "%s is sound and a program is at work with it, but %s",
			path, oneLine(err))
	}
	return ok("%s is sound; games open: %d; the program at work with it hears from Discord", path, seen.Open)
}

// ownModules loads the operator's modules as the program does when it starts.
func ownModules(_ context.Context, p Subject) (all []Finding) {
	dir := p.Config.Modules
	if dir == "" {
		return ok("none but those that ship")
	}
	folders, err := modules.Folders(dir, os.DirFS(dir))
	if err != nil {
		return bad("look at modules: and --modules: the program does not start like this", "%s", oneLine(err))
	}
	if len(folders) == 0 {
		return warning("put a folder for each game into it", "there is no module in %s", dir)
	}
	for _, f := range folders {
		at := filepath.Join(dir, f.ID)
		clean, err := workshop.Lint(at, io.Discard)
		switch {
		case err != nil:
			all = append(all, bad("look at the folder", "%s: %s", at, oneLine(err))...)
		case !clean:
			all = append(all, warning("module lint "+at+" says which; no new game of it can be opened",
				"%s has mistakes", at)...)
		default:
			all = append(all, ok("%s is without mistakes", at)...)
		}
	}
	return all
}

// monitors asks a running program for its readiness, if it has an address for monitors.
func monitors(ctx context.Context, p Subject) []Finding {
	address := p.Config.Status
	if address == "" {
		return ok("no address is given by status: or --status, and none is asked")
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return bad("write it as 127.0.0.1:9187", "status: %s", oneLine(err))
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz",
		nil)
	if err != nil {
		return bad("write it as 127.0.0.1:9187", "status: %s", oneLine(err))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return warning("start the program, or look whether it has another configuration", "nobody answers at %s",
			address)
	}
	defer func() { _ = response.Body.Close() }()
	says, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	if err != nil || response.StatusCode != http.StatusOK {
		return bad("read the program's log", "the program at %s does not serve: %s", address,
			strings.Join(strings.Fields(string(says)), " "))
	}
	return ok("the program at %s serves", address)
}
