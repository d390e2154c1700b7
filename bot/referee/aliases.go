package referee

import (
	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
)

type Command = api.Command

type Verified = proof.Verified

var Verify = proof.Verify
