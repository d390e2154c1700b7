package direct

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/follow"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
)

// Await notes an answer in a channel before it is sent. It returns a function that is told whether it has arrived.
func (b *Panels) Await(req ask.Request, r *rest.Reply, list []rest.Message) (note func(arrived bool)) {
	if req.Direct || req.UserInstalled {
		return func(bool) {}
	}
	one := follow.Answer{User: req.Cmd.User, Channel: req.Cmd.Channel, Reply: r}
	if len(list) == 1 && list[0].Waits != "" {
		one.Game = list[0].Waits
		cmd := api.Command{ID: req.Cmd.ID, User: one.User, Channel: one.Channel, Game: api.GameID(one.Game)}
		req = ask.Request{Localizer: req.Localizer, Permissions: req.Permissions, Guild: req.Guild, Cmd: cmd}
		one.Again = func(ctx context.Context) (*rest.Message, error) {
			return page.Safely(func() (*rest.Message, error) { return b.panelOnceReady(ctx, req) })
		}
	}
	return b.Answers.Await(one, list)
}

// panelOnceReady returns the panel of a user who had nothing to order, nil while he has nothing or cannot order.
func (b *Panels) panelOnceReady(ctx context.Context, req ask.Request) (m *rest.Message, err error) {
	for _, req.Sketch = range []bool{true, false} { // mostly he still has to wait, which a sketch shows without drawing
		p, err := b.Desk.Player(ctx, req)
		if _, isRefusal := tell.Refuse(req.Localizer, err); err != nil && isRefusal {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		list, err := p.ShowPanel(ctx, play.News{Since: true}, play.PageOfBeginning)
		if err != nil || len(list) != 1 || list[0].Waits != "" {
			return nil, err
		}
		m = &list[0]
	}
	return m, nil
}
