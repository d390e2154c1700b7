package discord

import (
	"slices"
	"time"

	"grognard/bot/discord/rest"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// Observer is told about interactions and requests, for metrics. Every string that it gets is one of few: none has an
// identifier, a token or anything that a user typed in it. Many goroutines call its methods, which must not wait.
type Observer interface {
	// Interaction reports an interaction that was handled: the name of a command, or button, form, completion or other;
	// the outcome: answered, refused, failed or turned away; and how long it took from its arrival until Discord had
	// the first answer, 0 for none, and until the last.
	Interaction(command, outcome string, first, whole time.Duration)
	// Request reports a request to Discord: its method and the template of its path, and the status of the answer, 0
	// for none.
	Request(route string, status int, took time.Duration)
	// Jobs hands over a function that counts the interactions that wait and those that are being handled.
	Jobs(read func() (waiting, working int))
}

// The outcomes of an interaction.
const (
	wasAnswered   = "answered"
	wasRefused    = "refused"     // by a rule, or for a mistake that its user can correct
	wasFailed     = "failed"      // by a fault of ours, or the answer did not arrive
	wasTurnedAway = "turned away" // too much waits already
)

// unobserved is the observer of a bot without one.
type unobserved struct{}

func (unobserved) Interaction(string, string, time.Duration, time.Duration) {}
func (unobserved) Request(string, int, time.Duration)                       {}
func (unobserved) Jobs(func() (int, int))                                   {}

func (b *bot) observe(r *rest.Reply, outcome string) {
	command := b.commandOf(r.Interaction)
	first, whole := r.Took()
	b.observer.Interaction(command, outcome, first, whole)
	b.Kit.Log.Debug("an interaction is dealt with", "interaction", r.Interaction.ID, "command", command,
		"outcome", outcome, "first", first, "whole", whole)
}

// commandOf returns the name under which an interaction is counted.
func (b *bot) commandOf(it *discordgo.Interaction) string {
	switch it.Type {
	case discordgo.InteractionApplicationCommand:
		verb, _ := parseCommand(it.ApplicationCommandData())
		if _, own := b.commands[verb]; own ||
			slices.ContainsFunc(b.Kit.Specs, func(s order.Spec) bool { return s.Verb == verb }) {
			return string(verb)
		}
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "completion"
	case discordgo.InteractionMessageComponent:
		return "button"
	case discordgo.InteractionModalSubmit:
		return "form"
	}
	return "other"
}
