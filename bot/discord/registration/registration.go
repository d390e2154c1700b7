// Package registration makes the commands of a program known to Discord, and changes nothing else there.
//
//	keeper := registration.Keeper{Client: client, Application: application, Log: logger, Retry: time.Second}
//	err = registration.Register(ctx, keeper, commands, func() { fmt.Println("commands can be given") })
//
// Register asks for the commands that Discord has, and replaces them only if the program's differ: Discord limits how
// many are created in a day. One request replaces all or nothing: after a refusal the old commands stay registered, and
// the program goes on serving them. A refusal is logged once, with the command and the reason. The request is tried
// again with growing waits: a daily limit may be reached, or the bot not yet be invited to a server.
//
// Commands that are not typed are left alone, as the program makes none: the entry point of an Activity, which Discord
// makes itself and without which it refuses the whole list (50240), and commands of users and messages, which somebody
// may have made by hand. A typed command that the program does not name is taken for one of its former versions, and
// deleted.
//
// Limits: typed commands that were made for the same application by other means are lost.
package registration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/gateway"

	"github.com/bwmarrin/discordgo"
)

// Keeper says which application's commands are registered, and how.
type Keeper struct {
	Client      rest.Client
	Application string
	Guild       string // the only guild where the commands are registered; "" is everywhere
	Log         *slog.Logger
	Retry       time.Duration // the first wait after a failure
}

// longestWait is the longest wait after a refusal, which only people can change.
const longestWait = time.Hour

// Register makes the commands known, as they are encoded in JSON, and tries until it succeeds or ctx ends. answered is
// called once, as soon as Discord has taken or refused them: from then on the commands that Discord has can be given.
// An error is permanent: the token is wrong, or the commands can't be encoded.
func Register[C any](ctx context.Context, k Keeper, commands []C, answered func()) error {
	var ours []command
	raw, err := json.Marshal(commands)
	if err == nil {
		err = json.Unmarshal(raw, &ours)
	}
	if err != nil {
		return fmt.Errorf("the commands of the program: %w", err)
	}
	return k.persist(ctx, ours, answered)
}

// persist calls once until it succeeds or ctx ends. It returns an error only for a wrong token.
func (k Keeper) persist(ctx context.Context, ours []command, answered func()) error {
	logged, hasAnswered := "", false // the last error in the log; whether answered was called
	for wait := k.Retry; ; {
		err := k.once(ctx, ours)
		if ctx.Err() != nil {
			return nil
		}
		var refused *Refusal
		isRefused := errors.As(err, &refused)
		if !hasAnswered && (err == nil || isRefused) {
			hasAnswered = true
			answered()
		}
		if err == nil {
			if logged != "" {
				k.Log.Info("the commands are registered now")
			}
			return nil
		}
		if answer, ok := errors.AsType[*discordgo.RESTError](err); ok &&
			answer.Response.StatusCode == http.StatusUnauthorized {
			return gateway.WrongToken()
		}
		pause := wait
		if kind, asked := rest.Diagnose(err); kind == rest.Transient {
			pause = max(wait, asked)
		}
		if logged != err.Error() {
			logged = err.Error()
			k.say(err, isRefused, pause)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		wait = min(2*wait, rest.LastWait)
		if isRefused {
			wait = min(2*pause, longestWait)
		}
	}
}

// say logs a failure; pause is how long the caller waits before it tries again.
func (k Keeper) say(err error, refused bool, pause time.Duration) {
	if !refused {
		k.Log.Warn("the commands cannot be registered now; it is tried again", "error", err, "in", pause)
		return
	}
	k.Log.Error("Discord refuses the commands; those that it has can still be given, and it is tried again",
		"error", err, "in", pause)
}

// once asks for the commands that Discord has, and replaces them if those of the program differ.
func (k Keeper) once(ctx context.Context, ours []command) error {
	url := discordgo.EndpointApplicationGlobalCommands(k.Application)
	if k.Guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(k.Application, k.Guild)
	}
	answer, err := k.Client.Call(ctx, "ask for the commands", http.MethodGet, url+"?with_localizations=true",
		"commands", nil)
	if err != nil {
		return refusal(err, nil)
	}
	there, err := decode(answer)
	if err != nil {
		return fmt.Errorf("ask for the commands: %w", err)
	}
	foreign, typed := split(there)
	if alike(ours, typed, k.Guild != "") {
		return nil
	}
	list := append(append([]command{}, ours...), foreign...)
	answer, err = k.Client.Call(ctx, "register commands", http.MethodPut, url, "commands", list)
	if err != nil {
		return refusal(err, list)
	}
	there, err = decode(answer)
	if err == nil && len(there) != len(list) {
		err = fmt.Errorf("the answer is not Discord's: %d of %d commands are there", len(there), len(list))
	}
	if err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	return nil
}

// decode reads the list of commands in an answer. It fails for an answer that a proxy has given in Discord's place.
func decode(answer []byte) ([]command, error) {
	var list []command
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("the answer is not Discord's: %w", err)
	}
	if list == nil {
		return nil, errors.New("the answer is not Discord's: it is no list")
	}
	for _, c := range list {
		if id, _ := c["id"].(string); !rest.IsID(id) {
			return nil, fmt.Errorf("the answer is not Discord's: the command %q has no identifier", c.name())
		}
	}
	return list, nil
}
