package referee

import "grognard/bot/referee/proof"

type Verified = proof.Verified

var Verify = proof.Verify
