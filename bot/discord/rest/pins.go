package rest

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Pin pins a message, by the route that asks for PIN_MESSAGES since 2026. Discord refuses more than 250 in a channel.
func (c Client) Pin(ctx context.Context, channel, message string) error {
	return c.pin(ctx, http.MethodPut, channel, message)
}

// Unpin takes a message from those that are pinned.
func (c Client) Unpin(ctx context.Context, channel, message string) error {
	return c.pin(ctx, http.MethodDelete, channel, message)
}

func (c Client) pin(ctx context.Context, method, channel, message string) error {
	r := apiRequest{method: method, url: discordgo.EndpointChannelMessages(channel) + "/pins/" + message,
		bucket: "pins " + channel}
	if _, err := c.do(ctx, c.limits, r); err != nil {
		return fmt.Errorf("pin of message %s in channel %s: %w", message, channel, err)
	}
	return nil
}
