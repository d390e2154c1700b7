package threads

import (
	"slices"
	"unicode/utf8"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// Draft is the body of a request that opens or changes a thread. A change leaves what is nil as it is.
type Draft struct {
	Type        *int         `json:"type"`
	Name        *string      `json:"name"`
	Archived    *bool        `json:"archived"`
	Locked      *bool        `json:"locked"`
	Invitable   *bool        `json:"invitable"`
	AutoArchive *int         `json:"auto_archive_duration"` // minutes
	Slow        *int         `json:"rate_limit_per_user"`   // does nothing; a change of it needs ManageThreads
	Flags       *int         `json:"flags"`
	Tags        *[]string    `json:"applied_tags"`
	Message     *check.Draft `json:"message"` // of a forum's post
}

// check refuses a draft with a name, a time or tags that a thread of home cannot have, or tags that by may not apply.
func (d Draft) check(t *state.Table, home *state.Channel, by string) error {
	if d.Name != nil && (*d.Name == "" || utf8.RuneCountInString(*d.Name) > maxName) {
		return check.InvalidForm("name must be between 1 and 100 in length")
	}
	if d.AutoArchive != nil && !slices.Contains([]int{60, 1440, 4320, 10080}, *d.AutoArchive) {
		return check.InvalidForm("auto_archive_duration must be one of 60, 1440, 4320, 10080")
	}
	if d.Tags == nil {
		return nil
	}
	if len(*d.Tags) > maxTags {
		return check.InvalidForm("applied_tags must be 5 or fewer in length")
	}
	for _, id := range *d.Tags {
		i := slices.IndexFunc(home.Available, func(tag wire.Tag) bool { return tag.ID == id })
		if i < 0 {
			return unknownTag()
		}
		if home.Available[i].Moderated {
			if err := t.Permits(home, by, wire.ManageThreads); err != nil {
				return err
			}
		}
	}
	return nil
}

// applyTo applies a draft to a thread.
func (d Draft) applyTo(c *wire.Channel) {
	t := *c.Thread
	set(d.Name, &c.Name)
	set(d.Flags, &c.Flags)
	set(d.Tags, &c.Tags)
	set(d.Archived, &t.Archived)
	set(d.Locked, &t.Locked)
	set(d.Invitable, &t.Invitable)
	set(d.AutoArchive, &t.AutoArchive)
	c.Thread = &t
}

// set sets *to to *given, unless given is nil.
func set[T any](given, to *T) {
	if given != nil {
		*to = *given
	}
}
