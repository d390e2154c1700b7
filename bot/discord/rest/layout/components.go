package layout

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Text shows words with Discord's marks.
type Text struct {
	ID      int    `json:"id,omitempty"`
	Content string `json:"content"`
}

// Texts returns a Text for each of words.
func Texts(words ...string) []Text {
	list := make([]Text, len(words))
	for i, w := range words {
		list[i] = Text{Content: w}
	}
	return list
}

// Section shows one to three texts beside its accessory, which is a button or a Thumbnail.
type Section struct {
	ID        int       `json:"id,omitempty"`
	Texts     []Text    `json:"components"`
	Accessory Component `json:"accessory"`
}

// Media is the address of a picture or a file.
type Media struct {
	URL string `json:"url"`
}

// Attached returns the address of a file that is sent with the message.
func Attached(name string) Media { return Media{attachment + name} }

const attachment = "attachment://"

func (m Media) isAttached() bool { return strings.HasPrefix(m.URL, attachment) }

// Thumbnail is a small picture beside a section. Description is its alternative text.
type Thumbnail struct {
	ID          int    `json:"id,omitempty"`
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Gallery shows up to ten pictures.
type Gallery struct {
	ID    int       `json:"id,omitempty"`
	Items []Picture `json:"items"`
}

// Picture is a picture of a gallery. Description is its alternative text.
type Picture struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// File shows a file that is sent with the message.
type File struct {
	ID      int   `json:"id,omitempty"`
	File    Media `json:"file"`
	Spoiler bool  `json:"spoiler,omitempty"`
}

// Spacing is the height of a Separator.
type Spacing int

const (
	Small Spacing = 1
	Large Spacing = 2
)

// Separator divides what stands above and below by space, and by a line if it has a divider.
type Separator struct {
	ID      int     `json:"id,omitempty"`
	Divider bool    `json:"divider"`
	Spacing Spacing `json:"spacing,omitempty"` // 0 is Small
}

// Container puts a frame around components, with a bar in a colour if Accent is not nil.
type Container struct {
	ID         int         `json:"id,omitempty"`
	Accent     *int        `json:"accent_color,omitempty"`
	Spoiler    bool        `json:"spoiler,omitempty"`
	Components []Component `json:"components"`
}

// Colour returns a colour 0xRRGGBB for a container.
func Colour(rgb int) *int { return &rgb }

// A component's JSON contains its type.
func (Text) Type() discordgo.ComponentType      { return KindText }
func (Section) Type() discordgo.ComponentType   { return KindSection }
func (Thumbnail) Type() discordgo.ComponentType { return KindThumbnail }
func (Gallery) Type() discordgo.ComponentType   { return KindGallery }
func (File) Type() discordgo.ComponentType      { return KindFile }
func (Separator) Type() discordgo.ComponentType { return KindSeparator }
func (Container) Type() discordgo.ComponentType { return KindContainer }

func (c Text) MarshalJSON() ([]byte, error)    { type bare Text; return typed(KindText, bare(c)) }
func (c Section) MarshalJSON() ([]byte, error) { type bare Section; return typed(KindSection, bare(c)) }
func (c Thumbnail) MarshalJSON() ([]byte, error) {
	type bare Thumbnail
	return typed(KindThumbnail, bare(c))
}
func (c Gallery) MarshalJSON() ([]byte, error) { type bare Gallery; return typed(KindGallery, bare(c)) }
func (c File) MarshalJSON() ([]byte, error)    { type bare File; return typed(KindFile, bare(c)) }
func (c Separator) MarshalJSON() ([]byte, error) {
	type bare Separator
	return typed(KindSeparator, bare(c))
}
func (c Container) MarshalJSON() ([]byte, error) {
	type bare Container
	return typed(KindContainer, bare(c))
}

// WithoutFiles returns components without those that show files sent with the message. A section with such a thumbnail
// is replaced by its texts.
func WithoutFiles(list []Component) []Component {
	out := []Component{}
	for _, c := range list {
		switch c := c.(type) {
		case File:
			continue
		case Gallery:
			c.Items = slices.DeleteFunc(slices.Clone(c.Items), func(p Picture) bool { return p.Media.isAttached() })
			if len(c.Items) > 0 {
				out = append(out, c)
			}
		case Section:
			if t, ok := c.Accessory.(Thumbnail); !ok || !t.Media.isAttached() {
				out = append(out, c)
				continue
			}
			for _, text := range c.Texts {
				out = append(out, text)
			}
		case Container:
			if c.Components = WithoutFiles(c.Components); len(c.Components) > 0 {
				out = append(out, c)
			}
		default:
			out = append(out, c)
		}
	}
	return out
}
