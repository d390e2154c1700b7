package discord

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"sync/atomic"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/schedule"

	"github.com/bwmarrin/discordgo"
)

// forJobs returns the limits of the queue of interactions. Pictures and films get at most four of the eight workers,
// one server six, so that orders and other servers find a free one. A worker makes an answer and does not send it.
func forJobs() schedule.Options {
	return schedule.Options{Workers: 8, Heavy: 3, Long: 1, PerUser: 2, PerServer: 6, Queue: 1000, ServerQueue: 500,
		UserQueue: 60, Sending: 64 << 20}
}

// queues are where interactions wait: in jobs to be answered, in suggestions to be completed (without waiting for
// jobs), in refusals to be turned away.
type queues struct{ jobs, suggestions, refusals *schedule.Scheduler }

func newQueues() queues {
	return queues{jobs: schedule.New(forJobs()),
		suggestions: schedule.New(schedule.Options{Workers: 4, Heavy: 1, Long: 1, PerUser: 2, PerServer: 3, Queue: 500,
			ServerQueue: 300, UserQueue: 60, Sending: 8 << 20}),
		refusals: schedule.New(schedule.Options{Workers: 8, Heavy: 1, Long: 1, PerUser: 2, PerServer: 6, Queue: 500,
			ServerQueue: 300, UserQueue: 200, Sending: 8 << 20})}
}

// load returns how many interactions wait, and how many are being worked at; those turned away don't count.
func (q queues) load() (waiting, working int) {
	waiting, working = q.jobs.Load()
	w, n := q.suggestions.Load()
	return waiting + w, working + n
}

// finish refuses further interactions and returns when those accepted before are answered.
func (q queues) finish() {
	q.jobs.Drain()
	q.suggestions.Drain()
}

// costOf returns how an interaction counts against the limits. Answers with a picture take many times as long as words.
func (b *bot) costOf(it *discordgo.Interaction) limit.Kind {
	if it.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return limit.Suggestion
	}
	return b.intentOf(it).cost()
}

// job returns an interaction as a job of the queue: what it must wait for, and how much work it is. Interactions of a
// channel are done in the order in which they arrive, but pictures and films, which change no game, need not wait. Only
// the latest of a user's autocompletions counts.
func (b *bot) job(req ask.Request, it *discordgo.Interaction, kind limit.Kind) schedule.Job {
	j := schedule.Job{Server: it.GuildID, User: req.Cmd.User}
	if it.GuildID == "" {
		j.Server = "user " + req.Cmd.User
	}
	switch kind {
	case limit.Picture:
		j.Weight = schedule.Heavy
	case limit.Film:
		j.Weight = schedule.Long
	case limit.Suggestion:
		j.Line = "suggest " + req.Cmd.User
	default:
		j.Line = it.ChannelID
	}
	return j
}

// turnAway tells a user that his request is not taken, and why. The refusals have workers of their own. If even their
// queue is full, the interaction is only counted.
func (b *bot) turnAway(req ask.Request, it *discordgo.Interaction, words string) {
	r := rest.NewReply(b.rest, it, false) // a button that was pressed can be pressed again later
	job := b.job(req, it, limit.Request)
	job.Line = ""
	job.Do = func(turn *schedule.Turn) {
		turn.FreeWorker(rest.Size(rest.Message{}))
		ctx, cancel := context.WithTimeout(context.Background(), rest.RequestTimeout)
		defer cancel()
		var err error
		if it.Type == discordgo.InteractionApplicationCommandAutocomplete {
			err = r.Suggest(ctx, []rest.Suggestion{})
		} else {
			err = r.Show(ctx, rest.NewMessage(words, nil))
		}
		if err != nil {
			b.Kit.Log.Warn("a refusal did not arrive", "interaction", it.ID, "error", err)
		}
		b.observe(r, wasTurnedAway)
		r.Finish()
	}
	if err := b.refusals.Add(job); err != nil {
		r.Drop()
		b.observe(r, wasTurnedAway)
		b.dropped.add(b, it, err)
	}
}

// dropCounter counts interactions that were not answered.
type dropCounter struct{ n atomic.Int64 }

// add counts one more. It logs the first, the second, the fourth and so on, so that many do not fill the log.
func (l *dropCounter) add(b *bot, it *discordgo.Interaction, err error) {
	if n := l.n.Add(1); bits.OnesCount64(uint64(n)) == 1 {
		b.Kit.Log.Warn("interactions were dropped without an answer", "so far", n, "interaction", it.ID, "error", err)
	}
}

// overLimit returns a text that says what a user has asked for too often, and when he can ask again.
func overLimit(req ask.Request, o limit.Over) string {
	wait := int(math.Ceil(o.Wait.Seconds()))
	switch {
	case o.Kind == limit.Picture && o.Server:
		return req.Say("limit.server-pictures", "most", o.Most, "wait", wait)
	case o.Kind == limit.Picture:
		return req.Say("limit.pictures", "most", o.Most, "wait", wait)
	case o.Kind == limit.Film && o.Server:
		return req.Say("limit.server-films", "most", o.Most, "wait", wait)
	case o.Kind == limit.Film:
		return req.Say("limit.films", "most", o.Most, "wait", wait)
	case o.Server:
		return req.Say("limit.server-requests", "most", o.Most, "wait", wait)
	}
	return req.Say("limit.requests", "most", o.Most, "wait", wait)
}

// busy returns a text that says why the queue has not taken a request; err is from Scheduler.Add.
func busy(req ask.Request, err error) string {
	switch {
	case errors.Is(err, schedule.ErrClosed):
		return req.Say("limit.stopping")
	case errors.Is(err, schedule.ErrUser):
		return req.Say("limit.waiting")
	}
	return req.Say("limit.full")
}
