package config

import (
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The greatest values that have any use.
const (
	maxLimit  = 100_000
	maxShards = 10_000
	maxText   = 4096 // bytes of a path or an address
	maxBeacon = 20   // servers
)

// key is a key of the file, and which values it may have.
type key struct {
	name, allowed string
	isValid       func(*Config) bool
}

func keys() []key {
	count := func(n int) bool { return n >= 0 && n <= maxLimit }
	const times = "a whole number from 0, which is no limit, to 100000"
	return []key{
		{"token", aToken + ", or empty", func(c *Config) bool { return c.Token == "" || isToken(c.Token) }},
		{"api", "the address of a server alone, such as http://127.0.0.1:8787, or empty; the bot adds /api/ itself",
			func(c *Config) bool { return c.API == "" || isAddress(c.API) }},
		{"guild", "the identifier of a server, a number such as 81384788765712384, or empty",
			func(c *Config) bool { return c.Guild == "" || isDiscordID(c.Guild) }},
		{"data", aPath, func(c *Config) bool { return isPath(c.Data) }},
		{"modules", aPath, func(c *Config) bool { return isPath(c.Modules) }},
		{"style", "paper, dark or high-contrast",
			func(c *Config) bool { return slices.Contains([]string{"paper", "dark", "high-contrast"}, c.Style) }},
		{"log", "debug, info, warn or error", func(c *Config) bool {
			levels := []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError}
			return slices.Contains(levels, c.Log)
		}},
		{"log_format", "text or json", func(*Config) bool { return true }}, // UnmarshalText takes nothing else
		{"status", "an address such as 127.0.0.1:9187, with a port up to 65535, or empty",
			func(c *Config) bool { return c.Status == "" || isHostPort(c.Status) }},
		{"limits", "a list such as {requests: 300, pictures: 60, films: 6, server: 20}",
			func(*Config) bool { return true }},
		{"limits.requests", times, func(c *Config) bool { return count(c.Limits.Requests) }},
		{"limits.pictures", times, func(c *Config) bool { return count(c.Limits.Pictures) }},
		{"limits.films", times, func(c *Config) bool { return count(c.Limits.Films) }},
		{"limits.server", times, func(c *Config) bool { return count(c.Limits.Server) }},
		{"beacon", "a list of up to 20 addresses such as https://api.drand.sh, or []", func(c *Config) bool {
			return len(c.Beacon) <= maxBeacon &&
				!slices.ContainsFunc(c.Beacon, func(a string) bool { return !isBase(a) })
		}},
		{"shards", "auto or a whole number from 1 to 10000", func(c *Config) bool { return c.Shards <= maxShards }},
		{"shard_ids",
			"a list of different whole numbers from 0, each less than the number that shards must have, or []",
			hasShards},
	}
}

const (
	aToken = "the bot's token, one word of up to 200 letters, digits and signs, without blanks"
	aPath  = "the path of a folder, in one line of up to 4096 bytes, or empty"
)

// bareToken returns a token without what is often copied with it: line ends, blanks, and the word that Discord's
// headers have before it.
func bareToken(text string) string { return strings.TrimPrefix(strings.TrimSpace(text), "Bot ") }

// isToken reports whether a text can stand in a header, as the token must.
func isToken(text string) bool { return regexp.MustCompile(`^[!-~]{1,200}$`).MatchString(text) }

// isDiscordID reports whether a text can be an identifier of Discord's.
func isDiscordID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0
}

func isPath(text string) bool {
	return len(text) <= maxText && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' })
}

// isAddress reports whether a text is an http or https URL with a host and nothing else.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && isBase(text) && strings.TrimSuffix(text, "/") == u.Scheme+"://"+u.Host
}

// isBase reports whether a text is an http or https URL, perhaps with a path, to which more can be added.
func isBase(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= maxText && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// isHostPort reports whether a text is a host, which may be empty, and a port.
func isHostPort(text string) bool {
	host, port, err := net.SplitHostPort(text)
	n, wrong := strconv.ParseUint(port, 10, 16)
	return err == nil && wrong == nil && n <= 65535 && len(host) <= 255 && !strings.ContainsAny(host, " /\t\n")
}

// hasShards reports whether each of the shards of this process is one of the bot's.
func hasShards(c *Config) bool {
	for i, id := range c.ShardIDs {
		if id < 0 || id >= int(c.Shards) || slices.Contains(c.ShardIDs[:i], id) {
			return false
		}
	}
	return true
}
