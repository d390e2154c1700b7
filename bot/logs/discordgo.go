package logs

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// maxLine is how many bytes of a line by discordgo are logged.
const maxLine = 300

// Discordgo returns a function for discordgo.Logger that writes discordgo's lines to a logger. It cuts each line at its
// first line end and at "Data: ", where discordgo appends what Discord sent, because what Discord sent may be anything
// that a user typed.
func Discordgo(to *slog.Logger) func(level, caller int, format string, args ...any) {
	return func(level, _ int, format string, args ...any) {
		text, _, _ := strings.Cut(fmt.Sprintf(format, args...), "Data: ")
		text, _, _ = strings.Cut(text, "\n")
		if len(text) > maxLine {
			text = strings.ToValidUTF8(text[:maxLine], "") + "…"
		}
		to.Log(context.Background(), levelOf(level), "discordgo reports", "report", text)
	}
}

func levelOf(level int) slog.Level {
	switch level {
	case discordgo.LogError:
		return slog.LevelError
	case discordgo.LogWarning:
		return slog.LevelWarn
	case discordgo.LogInformational:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}
