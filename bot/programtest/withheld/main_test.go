// Package withheld takes permissions and places from the bot while games run.
package withheld

import (
	"testing"

	"grognard/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }
