package lobby_test

import (
	"errors"
	"fmt"
	"time"

	"grognard/bot/league/lobby"
)

func Example() {
	at, secret := time.Date(2027, 1, 1, 18, 0, 0, 0, time.UTC), make([]byte, 32)

	var l lobby.Lobby
	wish := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Secret: secret}
	first := l.Apply("anna", at, lobby.Event{Sought: &wish}, 0)
	second := l.Apply("boris", at, lobby.Event{Sought: &wish}, 0)
	due := l.Due(at) // they play each other
	fmt.Println(due[0].Met.Requests, due[0].Met.Module, errors.Join(first, second))
	// Output: [1 2] drill <nil>
}
