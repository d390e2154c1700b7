package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/rest/layout"

	"github.com/bwmarrin/discordgo"
)

// Message is a message as it is sent: the fields of Discord's message that the bot uses, with the nonce and the
// alternative texts that discordgo's type lacks.
type Message struct {
	Content     string                       `json:"content"`
	Components  []discordgo.MessageComponent `json:"components"`
	Attachments []Attachment                 `json:"attachments,omitzero"` // with nil an edit leaves them as they are
	Mentions    Mentions                     `json:"allowed_mentions"`
	Flags       discordgo.MessageFlags       `json:"flags,omitempty"`
	Nonce       string                       `json:"nonce,omitempty"`
	Enforce     bool                         `json:"enforce_nonce,omitempty"`

	Files [][]byte `json:"-"` // the contents of the attachments, by their numbers
	Form  *Modal   `json:"-"` // opens in place of the message if that is still possible

	Waits  string `json:"-"` // the game in which its reader has nothing to order before others act; "" for none
	Beside bool   `json:"-"` // it never replaces the message that was pressed
	Public bool   `json:"-"` // everybody reads it, although it follows an answer to one user
}

// Attachment describes a file of a message. ID is the number of the file.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// Modal is a form that opens in place of an answer. It can only be the first response to an interaction.
type Modal struct {
	CustomID   string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

// Mentions says whom a message may ping: only these users, whatever is in its text.
type Mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// NewMessage makes a message that pings only the given users. IDs that cannot be Discord's are left out.
func NewMessage(content string, rows []discordgo.MessageComponent, ping ...string) Message {
	if rows == nil {
		rows = []discordgo.MessageComponent{}
	}
	ping = slices.DeleteFunc(slices.Clone(ping), func(user string) bool { return !IsID(user) })
	return Message{Content: content, Components: rows, Attachments: []Attachment{},
		Mentions: Mentions{Parse: []string{}, Users: ping}}
}

// Once returns the message with a nonce made from words, of 25 characters, the most that Discord accepts. For some
// minutes Discord takes another message with the same nonce for the first one.
func (m Message) Once(words string) Message {
	sum := sha256.Sum256([]byte(words))
	m.Nonce, m.Enforce = hex.EncodeToString(sum[:])[:25], true
	return m
}

// Attach adds a picture, or another file, to the message; alt is its description.
func (m *Message) Attach(name string, data []byte, alt string) {
	m.Attachments = append(m.Attachments, Attachment{ID: strconv.Itoa(len(m.Files)), Filename: name, Description: alt})
	m.Files = append(m.Files, data)
}

// Bare returns the message without its pictures.
func (m Message) Bare() Message {
	m.Attachments, m.Files = []Attachment{}, nil
	if m.Flags&layout.Flag != 0 {
		m.Components = layout.WithoutFiles(m.Components)
	}
	return m
}

// MarshalJSON writes null as the content in the newer layout, which has none: so an edit clears the former content. A
// message that Discord would refuse is an error that says why.
func (m Message) MarshalJSON() ([]byte, error) {
	type bare Message
	if m.Flags&layout.Flag == 0 {
		return json.Marshal(bare(m))
	}
	d := layout.Draft{Flags: m.Flags, Content: m.Content, Components: m.Components, Keeps: m.Attachments == nil}
	for _, a := range m.Attachments {
		d.Files = append(d.Files, a.Filename)
	}
	if err := layout.Check(d); err != nil {
		return nil, RenderError{err}
	}
	return json.Marshal(struct {
		bare
		Content *string `json:"content"`
	}{bare: bare(m)})
}

// Size returns about how many bytes of memory it takes to send messages, each of which is encoded once more.
func Size(list ...Message) (n int) {
	for _, m := range list {
		n += smallBody
		for _, data := range m.Files {
			n += 2 * len(data)
		}
	}
	return n
}

// encode returns the body of a request with a message, and its content type; with files it is multipart.
func encode(payload any, m Message) (contentType string, body []byte, err error) {
	if len(m.Files) == 0 {
		body, err = json.Marshal(payload)
		return "application/json", body, err
	}
	var files []*discordgo.File
	for i, data := range m.Files {
		files = append(files, &discordgo.File{Name: m.Attachments[i].Filename,
			ContentType: http.DetectContentType(data), Reader: bytes.NewReader(data)})
	}
	return discordgo.MultipartBodyWithJSON(payload, files)
}

// IsID reports whether id is one of Discord's identifiers, which are numbers, unlike the names of forgotten users.
func IsID(id string) bool {
	_, err := strconv.ParseUint(id, 10, 64)
	return err == nil
}

// ContentLimit is how many characters a message of Discord may have.
const ContentLimit = 2000

// Split divides a text into messages of at most limit characters, at line breaks. A longer line is divided at blanks,
// or if there are none, anywhere. There is at least one part.
func Split(text string, limit int) []string {
	var parts []string
	current := ""
	add := func(piece string) {
		switch {
		case current == "":
			current = piece
		case utf8.RuneCountInString(current)+1+utf8.RuneCountInString(piece) <= limit:
			current += "\n" + piece
		default:
			parts = append(parts, current)
			current = piece
		}
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		for utf8.RuneCountInString(line) > limit {
			head := cut(line, limit)
			add(head)
			line = strings.TrimPrefix(line[len(head):], " ")
		}
		add(line)
	}
	return append(parts, current)
}

// cut returns the beginning of a line, limit characters long, or if they contain a blank up to the last one.
func cut(line string, limit int) string {
	head := string([]rune(line)[:limit])
	if i := strings.LastIndexByte(head, ' '); i > 0 {
		return head[:i]
	}
	return head
}
