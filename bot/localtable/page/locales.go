package page

// locales are the languages that a user can choose in Discord's client. The page offers all of them, whatever
// languages the bot speaks, and names each in the language itself.
var locales = []string{
	"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
	"it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}
