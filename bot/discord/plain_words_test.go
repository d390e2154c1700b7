package discord_test

import "testing"

// What players are told is plain English: the words of situations that used to read like a contract.
func TestPlainWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:drill side:blue")
	h.refused(h.boris, "/game join side:red word:ste\u200bppe", "visible characters only, and no backquotes")
	h.say(h.boris, "/game join side:red")
	h.refused(h.boris, "/game join side:red", "You already have a seat")
	h.say(h.boris, "/game start")
	h.refused(h.olga, "/end", "You don't play in this game. `/help` shows what you can do")
	h.reads(h.say(h.boris, "/due all:true"), "Waiting for others:", "Blue movement (last move <t:", ":R>). Waiting for")
	h.reads(h.say(h.anna, "/due all:true"), "Your move:", "(last move <t:")
	h.reads(h.say(h.anna, "/since"), "This is your first look at this game.")
	h.reads(h.say(h.anna, "/orders list:b-1-arm 8.08"), "it isn't an order without")
	h.reads(h.say(h.boris, "/plan orders:r-1-arm > 14.08 if banana is empty"), "“banana” is not a hex on the map.")
	h.reads(h.say(h.boris, "/plan orders:r-1-arm > 14.08; end delay:1"), "**Saved.** Only you can see it.",
		"starts by itself 1 minute after your phase begins, unless you give an order yourself")
	h.reads(h.say(h.anna, "/seat waiting"), "Nobody is waiting for a seat in this server.")
	h.reads(h.say(h.anna, "/remind hours:off"), "You get no reminders of deadlines.")
	h.reads(h.ask(h.anna, "/roll dice:banana"), "“banana” is not a roll of dice (try 2d6, d66, 3d6+1 or 4d6kh3)")
	h.reads(h.say(h.anna, "/standing add line:banana"), "banana is not something you can order")
}
