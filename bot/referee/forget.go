package referee

import "context"

// Forget does away with what the store keeps of a user: see storage.Log. His games go on,
// with the name that their logs have for him in his place; he cannot give orders in them any
// more. It waits for what is in hand, so that nothing that was read before is kept after it.
func (r *Referee) Forget(ctx context.Context, user string) error {
	r.gate.Lock()
	defer r.gate.Unlock()
	if r.shut {
		return ErrShut
	}
	games, err := r.log.Forget(ctx, user)
	if err != nil {
		return err
	}
	for _, id := range games {
		b := r.games.take(id)
		b.game = nil
		r.games.put(b)
	}
	return nil
}
