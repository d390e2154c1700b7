package ranks

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"grognard/bot/discord/ask"

	"github.com/bwmarrin/discordgo"
)

// powers are the permissions of moderators: a role with any of them can be no rank.
const powers = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild | discordgo.PermissionManageRoles |
	discordgo.PermissionManageChannels | discordgo.PermissionManageMessages | discordgo.PermissionManageThreads |
	discordgo.PermissionManageNicknames | discordgo.PermissionManageWebhooks | discordgo.PermissionManageEvents |
	discordgo.PermissionManageGuildExpressions | discordgo.PermissionKickMembers | discordgo.PermissionBanMembers |
	discordgo.PermissionModerateMembers | discordgo.PermissionMentionEveryone | discordgo.PermissionViewAuditLogs |
	discordgo.PermissionVoiceMuteMembers | discordgo.PermissionVoiceDeafenMembers |
	discordgo.PermissionVoiceMoveMembers | discordgo.PermissionViewCreatorMonetizationAnalytics |
	pinMessages | bypassSlow

// Permissions that discordgo does not know yet.
const (
	pinMessages = 1 << 51
	bypassSlow  = 1 << 52
)

// mayGive refuses a role with one of powers, and one that the asker could not give himself, because it is not below the
// highest of his own roles. The role "", which removes a rank, is allowed.
//
// RULING: administrators may choose any role without power, as an interaction does not say who owns the server.
func (f *Face) mayGive(ctx context.Context, req ask.Request, role string) error {
	if role == "" {
		return nil
	}
	var all []discordgo.Role
	err := f.get(ctx, "roles of server "+req.Guild, discordgo.EndpointGuildRoles(req.Guild), &all)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(r discordgo.Role) bool { return r.ID == role })
	switch {
	case i < 0:
		return ask.Refusal("ranks.deleted")
	case all[i].Permissions&powers != 0:
		return ask.Refusal("ranks.power", "role", roleLink(role))
	case ask.HasPermissions(req.Permissions.User, discordgo.PermissionAdministrator):
		return nil
	}
	own := discordgo.Member{}
	err = f.get(ctx, fmt.Sprintf("member %s of server %s", req.Cmd.User, req.Guild),
		discordgo.EndpointGuildMember(req.Guild, req.Cmd.User), &own)
	highest := 0
	for _, r := range all {
		if slices.Contains(own.Roles, r.ID) {
			highest = max(highest, r.Position)
		}
	}
	if err == nil && all[i].Position >= highest {
		return ask.Refusal("ranks.high", "role", roleLink(role))
	}
	return err
}

// get reads into from what Discord answers at a URL; what names it in errors.
func (f *Face) get(ctx context.Context, what, url string, into any) error {
	answer, err := f.Rest.Call(ctx, what, http.MethodGet, url, url, nil)
	if err == nil {
		err = json.Unmarshal(answer, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
