package layout_test

import (
	"fmt"

	"grognard/bot/discord/rest/layout"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	orders := discordgo.Button{Label: "Orders", Style: discordgo.PrimaryButton, CustomID: "orders:7"}
	parts := []layout.Component{layout.Container{Accent: layout.Colour(0x336699), Components: []layout.Component{
		layout.Section{Texts: layout.Texts("**Turn 3**", "German movement"), Accessory: orders},
		layout.Gallery{Items: []layout.Picture{{Media: layout.Attached("map.png"), Description: "The map"}}},
	}}}
	err := layout.Check(layout.Draft{Flags: layout.Flag, Components: parts, Files: []string{"map.png"}})
	fmt.Println(err)
	err = layout.Check(layout.Draft{Flags: layout.Flag, Components: parts, Content: "German movement"})
	fmt.Println(err)
	// Output:
	// <nil>
	// a message in the newer layout has neither content nor embeds beside its components
}
