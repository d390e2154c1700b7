// Package pins pins messages, by the routes that Discord has had for it since 2025: discordgo 0.29 uses the older ones.
//
//	if err := pins.Pin(ctx, client, channel, message); rest.CodeOf(err) == 30003 {
//		fmt.Println("the channel has its 250 pins")
//	}
//
// Every pin posts a notice in the channel, which Notices finds so that it can be deleted.
//
// Limits: a request is made once, as all of package rest are.
package pins

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"grognard/bot/discord/rest"

	"github.com/bwmarrin/discordgo"
)

func address(channel string) string { return discordgo.EndpointChannelMessages(channel) + "/pins" }

// Pin pins a message. One that is pinned already stays so, and no notice is posted.
func Pin(ctx context.Context, c rest.Client, channel, message string) error {
	_, err := c.Call(ctx, "pin message "+message+" in channel "+channel, http.MethodPut,
		address(channel)+"/"+message, "pins "+channel, nil)
	return err
}

// Unpin unpins a message.
func Unpin(ctx context.Context, c rest.Client, channel, message string) error {
	_, err := c.Call(ctx, "unpin message "+message+" in channel "+channel, http.MethodDelete,
		address(channel)+"/"+message, "pins "+channel, nil)
	return err
}

// Notices returns the identifiers of the notices that a message was pinned, among the latest 50 messages of its
// channel. The bot can delete those of its own pins.
func Notices(ctx context.Context, c rest.Client, channel, message string) (ids []string, err error) {
	answer, err := c.Call(ctx, "messages of channel "+channel, http.MethodGet,
		discordgo.EndpointChannelMessages(channel)+"?limit=50", "history "+channel, nil)
	if err != nil {
		return nil, err
	}
	var list []struct {
		ID        string
		Type      discordgo.MessageType
		Reference struct {
			Message string `json:"message_id"`
		} `json:"message_reference"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("messages of channel %s: the answer is not Discord's: %w", channel, err)
	}
	for _, m := range list {
		if m.Type == discordgo.MessageTypeChannelPinnedMessage && m.Reference.Message == message && rest.IsID(m.ID) {
			ids = append(ids, m.ID)
		}
	}
	return ids, nil
}
