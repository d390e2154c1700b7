package deliver_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }
