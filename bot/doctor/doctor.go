// Package doctor finds out why a bot does not work, or soon will not: it checks the machine, the program's files and
// Discord, and reports each finding in one line with what to do.
//
//	findings := doctor.Examine(context.Background(), doctor.Subject{Config: c})
//	failed := doctor.Failed(findings)
//
// It changes nothing, takes no lock and starts no session, so it can run beside the bot. Its findings have no secrets.
package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"grognard/bot/config"
)

// Severity says how bad a finding is.
type Severity string

const (
	OK      Severity = "ok"
	Warning Severity = "warning" // the bot works, but something needs attention
	Bad     Severity = "failed"  // the bot does not work, or will not after its next start
)

// Finding is what a check found, in words for the operator.
type Finding struct {
	Check    string   `json:"check"`
	Severity Severity `json:"verdict"`
	Says     string   `json:"says"`
	Do       string   `json:"do,omitempty"` // what the operator should do
}

// Subject is the bot to be checked.
type Subject struct {
	Config  config.Config
	Host    string           // a host used instead of Discord; "" for none
	Version string           // of the program
	Now     func() time.Time // time.Now when nil
}

// Time limits of a single check.
const (
	within     = 15 * time.Second
	readWithin = 2 * time.Minute // of the whole database
)

// check checks one thing, or a few related ones.
type check struct {
	name string
	run  func(context.Context, Subject) []Finding
	long bool // it reads the whole database
}

var checks = []check{
	{name: "program", run: program},
	{name: "data folder", run: dataFolder},
	{name: "disk space", run: diskSpace},
	{name: "database", run: database, long: true},
	{name: "modules", run: ownModules},
	{name: "discord", run: discordChecks},
	{name: "beacon", run: beacons},
	{name: "monitors", run: monitors},
}

// Examine runs all checks concurrently and returns their findings in the order of the checks.
func Examine(ctx context.Context, p Subject) []Finding {
	if p.Now == nil {
		p.Now = time.Now
	}
	found := make([][]Finding, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() {
			limit := within
			if c.long {
				limit = readWithin
			}
			ctx, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			found[i] = c.run(ctx, p)
			for j := range found[i] {
				found[i][j].Check = cmp.Or(found[i][j].Check, c.name)
			}
		})
	}
	all.Wait()
	return slices.Concat(found...)
}

// Failed reports whether any finding is Bad.
func Failed(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Bad })
}

// Write prints findings, one per line or as a JSON list.
func Write(out io.Writer, findings []Finding, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(findings)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		says := f.Says
		if f.Do != "" {
			says += ". What to do: " + f.Do
		}
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", f.Severity, f.Check, says); err != nil {
			return err
		}
	}
	return w.Flush()
}

// ok, warning and bad return a single finding each. Examine adds the name of its check.
func ok(format string, args ...any) []Finding {
	return []Finding{{Severity: OK, Says: fmt.Sprintf(format, args...)}}
}

func warning(do, format string, args ...any) []Finding {
	return []Finding{{Severity: Warning, Says: fmt.Sprintf(format, args...), Do: do}}
}

func bad(do, format string, args ...any) []Finding {
	return []Finding{{Severity: Bad, Says: fmt.Sprintf(format, args...), Do: do}}
}

// as gives findings a name other than that of their check.
func as(name string, list []Finding) []Finding {
	for i := range list {
		list[i].Check = name
	}
	return list
}

// oneLine returns the text of an error in one line, without the requested address.
func oneLine(err error) string {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}
