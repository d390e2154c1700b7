package logs_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"grognard/bot/logs"
)

func Example() {
	var lines strings.Builder // in production: os.Stderr
	token := "the token of the bot"
	logger := logs.New(&lines, logs.Options{Level: slog.LevelWarn, JSON: true, Secrets: []string{token}})
	logger.Info("a line that is not asked for")

	logger.Error("no answer", "error", errors.New("Authorization: Bot the token of the bot"))

	_, line, _ := strings.Cut(lines.String(), ",") // without its time
	fmt.Println(line)
	// Output: "level":"ERROR","msg":"no answer","error":"Authorization: Bot [secret]"}
}
