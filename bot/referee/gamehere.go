package referee

import (
	"context"

	"grognard/rules/modules"
)

// GameHere is the module of a channel's last game as it is printed, also where a newer program ships another
// version. Errors: ErrNoGame.
func (lk *Looks) GameHere(ctx context.Context, channel string) (p *Printed, err error) {
	var def *modules.Definition
	if err = lk.games.look(ctx, channel, func(g *Held) error { def = g.Def; return nil }); err != nil {
		return nil, err
	}
	return lk.library.Printed(def.ID, def)
}
