package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/discord"
	"grognard/bot/discord/invitation"
)

// How far the clock may be wrong before there is a warning, and before the check fails. Rounds of the beacon are
// announced three seconds before they are due, and messages are searched by their time.
const (
	clockWarning = 2 * time.Second
	clockLimit   = 5 * time.Minute
)

// minSessions is the number of remaining sessions below which there is a warning.
const minSessions = 50

// discordChecks makes all checks that need Discord but no session.
func discordChecks(ctx context.Context, p Subject) (all []Finding) {
	if p.Config.Token == "" {
		return as("token", warning("set DISCORD_TOKEN or token: to play on Discord",
			"there is none: only serve without --config runs without one, as a local table"))
	}
	probe, err := discord.NewProbe(p.Config.Token, p.Host)
	if err != nil {
		return as("token", bad("look at the configuration", "%s", oneLine(err)))
	}
	self, err := probe.Self(ctx)
	if discord.Refused(err) {
		return as("token", bad(
			"make a new one on the Bot page of the developer portal, and set it as DISCORD_TOKEN or token:",
			"Discord refuses it"))
	}
	if err != nil {
		return as("discord", bad("look at the network, the name server and discordstatus.com",
			"Discord cannot be reached: %s", oneLine(err)))
	}
	all = append(all, as("token", ok("it is that of %s (%s)", self.Name, self.ID))...)
	all = append(all, as("intents", intents(ctx, probe))...)
	all = append(all, as("permissions", permissions(ctx, probe, p.Config.Guild, self.ID))...)
	all = append(all, as("gateway", gateway(ctx, probe))...)
	return append(all, as("clock", clock(probe))...)
}

// intents checks that the bot neither asks for privileged intents nor is allowed any.
func intents(ctx context.Context, probe *discord.Probe) []Finding {
	a, err := probe.Application(ctx)
	if err != nil {
		return warning("try again", "the application is not known: %s", oneLine(err))
	}
	asked, allowed := probe.Privileged(a)
	switch {
	case len(asked) > 0:
		return bad("this program has a fault: it needs none", "it asks for privileged intents: %s",
			strings.Join(asked, ", "))
	case len(allowed) > 0:
		return warning("switch them off on the Bot page of the developer portal: none is needed",
			"%s may have privileged intents: %s", a.Name, strings.Join(allowed, ", "))
	}
	return ok("none is privileged; %s is in about %d servers", a.Name, a.Guilds)
}

// permissions checks the bot's permissions in its servers, not in channels; only names a server that it must be in.
func permissions(ctx context.Context, probe *discord.Probe, only, self string) []Finding {
	guilds, err := probe.Guilds(ctx)
	if err != nil {
		return warning("try again", "the servers are not known: %s", oneLine(err))
	}
	var found []Finding
	in, invite := false, "invite it by "+invitation.URL(self)
	for _, g := range guilds {
		in = in || g.ID == only
		if len(g.Missing) > 0 {
			found = append(found, warning("give them to the bot's role, or "+invite, "%s (%s) withholds: %s", g.Name,
				g.ID, strings.Join(g.Missing, ", "))...)
		}
	}
	switch {
	case len(guilds) == 0:
		return warning(invite, "the bot is in no server")
	case only != "" && !in:
		return bad(invite+", or correct guild:", "the bot is not in server %s, which guild: names", only)
	case found == nil:
		return ok("it has what it needs in each of %d servers; single channels may take it away", len(guilds))
	}
	return found
}

// gateway checks whether a session could start, and how many more may start today.
func gateway(ctx context.Context, probe *discord.Probe) []Finding {
	g, err := probe.Gateway(ctx)
	if err != nil {
		return bad("look at the network and discordstatus.com", "its address is not known: %s", oneLine(err))
	}
	if err := probe.Hello(ctx, g); err != nil {
		return bad("look whether a firewall or proxy lets WebSockets through", "%s", oneLine(err))
	}
	left := fmt.Sprintf("%d of %d session starts are left, new ones in %v; shards recommended: %d", g.Limit.Remaining,
		g.Limit.Total, (time.Duration(g.Limit.ResetAfter) * time.Millisecond).Round(time.Minute), g.Shards)
	if g.Limit.Remaining < minSessions {
		return warning("find out what starts the bot over and over before Discord takes the token away", "%s", left)
	}
	return ok("%s greets; %s", g.URL, left)
}

// clock compares the machine's clock with Discord's.
func clock(probe *discord.Probe) []Finding {
	ahead, known := probe.Ahead()
	off := ahead.Abs().Round(time.Second)
	const mend = "switch time synchronisation on (timedatectl set-ntp true)"
	switch {
	case !known:
		return warning("try again", "Discord did not tell the time")
	case off > clockLimit:
		return bad(mend, "it is off by %v: messages are not found again, and rounds of the beacon are wrong", off)
	case off > clockWarning:
		return warning(mend, "it is off by %v: dice bound to the beacon wait longer, or a round is named too late", off)
	}
	return ok("it is right to about a second")
}

// beacons requests a recent round from each server. Games do not depend on the beacon unless they use it, and one
// server that works is enough.
func beacons(ctx context.Context, p Subject) (all []Finding) {
	if len(p.Config.Beacon) == 0 {
		return ok("none is configured: no new game can have it")
	}
	chain, err := beacon.Open(beacon.Quicknet())
	if err != nil {
		return bad("this program has a fault", "%s", oneLine(err))
	}
	round := chain.At(p.Now()) - 1 // not every server may have the newest one yet
	for _, server := range p.Config.Beacon {
		client, err := beacon.NewClient(chain, []string{server}, beacon.Options{})
		if err == nil {
			_, err = client.Get(ctx, round)
		}
		if err != nil {
			all = append(all, warning("games with the beacon need one that answers", "%s does not give round %d: %s",
				server, round, oneLine(err))...)
			continue
		}
		all = append(all, ok("%s gives round %d", server, round)...)
	}
	return all
}
