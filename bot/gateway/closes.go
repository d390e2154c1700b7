package gateway

import "fmt"

// closeAction is what to do after a connection has ended.
type closeAction int

const (
	resume closeAction = iota // connect again, and resume the session if there is one
	renew                     // connect again, and start a new session
	refuse                    // Discord refuses this bot permanently: end the program
)

// closeCodes are Discord's close codes, as documented in "Gateway Close Event Codes", with the action for each. After
// any other code, such as 1001 or 1006, and after a connection that broke without one, the shard resumes: if the
// session no longer exists, Discord answers with an invalid session.
var closeCodes = map[int]struct {
	action closeAction
	advice string // for the operator, after a refusal; %d are the shard and the number of shards
}{
	4000: {resume, ""}, // unknown error
	4001: {resume, ""}, // unknown operation
	4002: {resume, ""}, // the frame cannot be decoded
	4003: {resume, ""}, // not authenticated: a frame came before IDENTIFY
	4004: {refuse, badToken},
	4005: {resume, ""}, // already authenticated: a second IDENTIFY
	4007: {renew, ""},  // invalid sequence in RESUME
	4008: {resume, ""}, // rate limited: frames were sent too fast
	4009: {renew, ""},  // session timed out
	4010: {refuse,
		"Discord knows no shard %d of %d: set shards to auto, or to a count that Discord takes, and start again"},
	4011: {refuse, "the bot is in too many servers for its shards, of which shard %d of %d was refused: set shards to auto, or to more, and start again"},
	4012: {refuse, "Discord no longer speaks this version of its gateway: install a newer version of this program"},
	4013: {refuse, "Discord does not know the intents that are asked for: install a newer version of this program"},
	4014: {refuse, "Discord does not grant the intents that are asked for: switch them on in the Developer Portal " +
		"(https://discord.com/developers/applications, Bot, Privileged Gateway Intents)"},
}

const badToken = "Discord refuses the bot's token: get a new one in the Developer Portal " +
	"(https://discord.com/developers/applications, Bot, Reset Token) and put it where the old one stands"

// keepSession is the code that closes a connection whose session will be resumed: 1000 and 1001 would end it.
const keepSession = 4000

// Refusal is the reason for which Discord refuses the bot, in one line for its operator.
type Refusal struct {
	Code   int // the close code, or the status of gateway/bot
	Advice string
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s (code %d)", r.Advice, r.Code) }

// WrongToken returns the refusal for a REST request that fails because of the token.
func WrongToken() *Refusal { return &Refusal{401, badToken} }

// refusal returns the refusal for a close code, nil if the code does not end the program.
func refusal(code, shard, shards int) *Refusal {
	c := closeCodes[code]
	if c.action != refuse {
		return nil
	}
	advice := c.advice
	if code == 4010 || code == 4011 {
		advice = fmt.Sprintf(advice, shard, shards)
	}
	return &Refusal{code, advice}
}
