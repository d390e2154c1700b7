package page

import (
	"strconv"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of forms, in characters.
const (
	LongestField   = 4000
	titleLimit     = 45 // also of a field's label
	fieldHintLimit = 100
)

// ParagraphForm returns a form with one field of many lines. A value that is too long for it goes on in more fields,
// so that nothing of it is lost when the form comes back.
func ParagraphForm(id, title, label, hint, value string) *rest.Modal {
	m := &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit)}
	for i, part := range rest.Split(value, LongestField) {
		m.Components = append(m.Components, Row(discordgo.TextInput{CustomID: paragraph(i),
			Label: wording.Clip(label, titleLimit), Style: discordgo.TextInputParagraph,
			Placeholder: wording.Clip(hint, fieldHintLimit), Value: part, Required: i == 0, MaxLength: LongestField}))
	}
	return m
}

// paragraph returns the custom ID of one of a form's fields of many lines.
func paragraph(i int) string {
	if i == 0 {
		return "text"
	}
	return "text" + strconv.Itoa(i)
}

// Paragraphs returns what was written in a form with one field, or all parts of a text in several.
func Paragraphs(fields map[string]string) string {
	text := fields[paragraph(0)]
	for i := 1; fields[paragraph(i)] != ""; i++ {
		text += "\n" + fields[paragraph(i)]
	}
	return text
}

// OneLineForm returns a form with one short field that may stay empty.
func OneLineForm(id, title, label, hint string, limit int) *rest.Modal {
	field := discordgo.TextInput{CustomID: "text", Label: wording.Clip(label, titleLimit),
		Style:       discordgo.TextInputShort,
		Placeholder: wording.Clip(hint, fieldHintLimit), MaxLength: limit}
	return &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit),
		Components: OneRow(field)}
}

// Field is one short field of a form.
type Field struct {
	ID, Label, Hint string
	Required        bool
}

// fieldLength is how many characters a short field takes.
const fieldLength = 100

// FieldsForm returns a form with short fields.
func FieldsForm(id, title string, fields ...Field) *rest.Modal {
	m := &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit)}
	for _, f := range fields {
		m.Components = append(m.Components, Row(discordgo.TextInput{CustomID: f.ID,
			Label: wording.Clip(f.Label, titleLimit), Style: discordgo.TextInputShort,
			Placeholder: wording.Clip(f.Hint, fieldHintLimit), Required: f.Required, MaxLength: fieldLength}))
	}
	return m
}

// FormFields returns what was written into the fields of a form, by their custom IDs.
func FormFields(d discordgo.ModalSubmitInteractionData) map[string]string {
	values := map[string]string{}
	for _, c := range d.Components {
		line, ok := c.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, part := range line.Components {
			if text, ok := part.(*discordgo.TextInput); ok {
				values[text.CustomID] = text.Value
			}
		}
	}
	return values
}
