package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// room is what a package may import of ours, and why no more.
type room struct {
	may []string
	why string
}

// house is every package with its arrows, as drawn in the design. Tests may
// import more: a test of a package may stand above it.
var house = map[string]room{
	"rules/letters":         {nil, "a letter is known without the text that it stands in"},
	"rules/hex":             {[]string{"rules/letters"}, "hexes are arithmetic"},
	"rules/chart":           {[]string{"rules/letters"}, "printed tables are arithmetic"},
	"rules/dice":            {nil, "dice know no game"},
	"rules/order":           {[]string{"rules/hex", "rules/letters"}, "what a player says knows nothing of what is legal"},
	"rules/nearest":         {nil, "how far two words are from each other takes no knowledge of what they name"},
	"rules/route":           {[]string{"rules/hex"}, "ways are found with a cost handed in"},
	"rules/rulebook":        {nil, "a list of paragraphs knows no rules"},
	"rules/rulebook/search": {[]string{"rules/letters", "rules/rulebook"}, "finding a paragraph takes no knowledge of what it rules"},
	"rules/internal/seal":   {nil, "a key opens nothing by itself"},
	"rules/view": {[]string{"rules/chart", "rules/geography", "rules/hex", "rules/internal/seal",
		"rules/order"}, "a view cannot name the state that it was made from"},
	"rules/notation": {[]string{"rules/chart", "rules/dice", "rules/letters", "rules/view"},
		"what players write by hand is read without a game"},
	"rules/geography": {[]string{"rules/hex", "rules/order"}, "what is printed on a map says nothing of what it does"},
	"rules/slips":     {[]string{"rules/letters", "rules/nearest"}, "what a writer meant takes no knowledge of what he writes"},
	"rules/ownbook":   {[]string{"rules/document", "rules/rulebook"}, "paragraphs need no module"},
	"rules/legible":   {[]string{"rules/document", "rules/hex", "rules/letters", "rules/order"}, "a text needs no module"},
	"rules/document":  {[]string{"rules/slips"}, "reading a file takes no knowledge of what it is for"},
	"rules/modules": {[]string{"rules/document", "rules/geography", "rules/hex", "rules/legible", "rules/letters", "rules/order", "rules/ownbook", "rules/rulebook", "rules/slips"},
		"a game's data knows no rules and no series"},
	"rules/proofread": {[]string{"rules/chart", "rules/document", "rules/geography", "rules/hex", "rules/letters", "rules/modules", "rules/order"}, "what is doubtful in a game's data is found without its series"},
	"rules/casefile": {[]string{"rules/chart", "rules/document", "rules/hex", "rules/order"},
		"the keys of a case take no knowledge of a series"},
	"rules/internal/state": {[]string{"rules/chart", "rules/dice", "rules/hex", "rules/modules", "rules/order",
		"rules/route", "rules/view"}, "events apply without knowing a rule"},
	"rules/standing": {[]string{"rules/hex", "rules/order", "rules/view"},
		"what is left to be decided knows no series and no state"},
	"rules/internal/choice": {[]string{"rules/dice", "rules/hex", "rules/internal/state", "rules/order",
		"rules/view"}, "how orders are made and judged knows no series"},
	"rules/internal/series": {[]string{"rules/casefile", "rules/chart", "rules/dice", "rules/hex",
		"rules/internal/state", "rules/modules", "rules/order", "rules/standing", "rules/view"},
		"the seam knows no series"},
	"rules/internal/audience": {[]string{"rules/order", "rules/view"}, "who reads which form of a line depends on no series"},
	"rules/internal/overlay": {[]string{"rules/chart", "rules/hex", "rules/internal/series", "rules/order", "rules/view"},
		"what is shown is found out elsewhere"},
	"rules/internal/score": {[]string{"rules/casefile", "rules/document", "rules/hex", "rules/internal/series",
		"rules/internal/state", "rules/modules", "rules/order", "rules/view"}, "what points mean depends on no series"},
	"rules/bcs/data": {[]string{"rules/casefile", "rules/chart", "rules/document", "rules/hex", "rules/internal/score", "rules/internal/series", "rules/internal/state", "rules/letters", "rules/modules", "rules/order", "rules/slips", "rules/view"},
		"what modules and cases say of a game plays nothing"},
	"rules/bcs/idle": {[]string{"rules/bcs/data", "rules/document", "rules/modules", "rules/proofread"},
		"what does nothing is found without playing"},
	"rules/scs/idle": {[]string{"rules/chart", "rules/document", "rules/modules", "rules/order", "rules/proofread",
		"rules/scs/data"}, "what does nothing is found without playing"},
	"rules/bcs/game": {[]string{"rules/bcs/data", "rules/chart", "rules/hex", "rules/internal/choice",
		"rules/internal/series", "rules/internal/state", "rules/modules", "rules/order", "rules/route", "rules/view"},
		"what is printed, and how it stands, judges nothing"},
	"rules/bcs/law": {[]string{"rules/bcs/data", "rules/bcs/game", "rules/chart", "rules/hex", "rules/internal/choice",
		"rules/internal/state", "rules/modules", "rules/order", "rules/route", "rules/view"}, "what is legal rolls no die"},
	"rules/bcs/combat": {[]string{"rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/chart", "rules/hex",
		"rules/internal/choice", "rules/internal/state", "rules/order", "rules/view"}, "what is legal rolls no die"},
	"rules/bcs/play": {[]string{"rules/bcs/combat", "rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/chart", "rules/dice",
		"rules/hex", "rules/internal/series", "rules/internal/state", "rules/modules", "rules/order", "rules/view"},
		"what happens is not told here"},
	"rules/bcs/costs": {[]string{"rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/chart", "rules/hex", "rules/internal/overlay",
		"rules/internal/state", "rules/order", "rules/view"}, "what a pick costs is found without giving the order"},
	"rules/bcs/reasons": {[]string{"rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/hex", "rules/internal/choice",
		"rules/internal/state", "rules/order", "rules/view"}, "the reasons of a refusal refuse nothing"},
	"rules/bcs/show": {[]string{"rules/bcs/combat", "rules/bcs/costs", "rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/bcs/reasons", "rules/chart", "rules/geography",
		"rules/hex", "rules/internal/audience", "rules/internal/choice", "rules/internal/overlay", "rules/internal/score", "rules/internal/series", "rules/internal/state",
		"rules/modules", "rules/order", "rules/route", "rules/view"},
		"what is told and shown rolls no die and plays nothing"},
	"rules/bcs/answers": {[]string{"rules/bcs/combat", "rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/bcs/show",
		"rules/hex", "rules/internal/series", "rules/internal/state", "rules/order", "rules/standing", "rules/view"},
		"ready-made answers are orders as any other"},
	"rules/bcs/guide": {[]string{"rules/bcs/data", "rules/bcs/game", "rules/bcs/law", "rules/hex", "rules/internal/state",
		"rules/order", "rules/view"}, "what a tutorial says follows from the position alone"},
	"rules/bcs/policy": {[]string{"rules/geography", "rules/hex", "rules/order", "rules/view"},
		"who plays a side sees its views, and cannot name a match or a state"},
	"rules/bcs": {[]string{"rules/bcs/answers", "rules/bcs/combat", "rules/bcs/costs", "rules/bcs/data", "rules/bcs/game", "rules/bcs/guide", "rules/bcs/idle", "rules/bcs/law", "rules/bcs/play", "rules/bcs/reasons", "rules/bcs/show",
		"rules/dice", "rules/hex", "rules/internal/choice", "rules/internal/series", "rules/internal/state",
		"rules/modules", "rules/order", "rules/standing", "rules/view"}, "a series knows neither the others nor the face"},
	"rules/scs/data": {[]string{"rules/casefile", "rules/chart", "rules/document", "rules/internal/series", "rules/internal/state", "rules/letters", "rules/modules", "rules/order", "rules/proofread", "rules/view"},
		"what modules and cases say of a game plays nothing"},
	"rules/scs/game": {[]string{"rules/chart", "rules/dice", "rules/hex", "rules/internal/choice",
		"rules/internal/series", "rules/internal/state", "rules/modules", "rules/order", "rules/route", "rules/scs/data",
		"rules/view"}, "what is printed, and what features may do, judges nothing"},
	"rules/scs/ground": {[]string{"rules/hex", "rules/order", "rules/scs/game", "rules/view"},
		"what the terrain forbids is law of its own"},
	"rules/scs/law": {[]string{"rules/chart", "rules/hex", "rules/internal/choice", "rules/internal/state",
		"rules/modules", "rules/order", "rules/route", "rules/scs/data", "rules/scs/game", "rules/scs/ground", "rules/view"},
		"what is legal rolls no die"},
	"rules/scs/play": {[]string{"rules/chart", "rules/dice", "rules/hex", "rules/internal/series",
		"rules/internal/state", "rules/modules", "rules/order", "rules/scs/data", "rules/scs/game", "rules/scs/law",
		"rules/view"}, "what happens is not told here"},
	"rules/scs/show": {[]string{"rules/chart", "rules/geography", "rules/hex", "rules/internal/audience", "rules/internal/choice",
		"rules/internal/overlay", "rules/internal/score", "rules/internal/series", "rules/internal/state", "rules/modules", "rules/order", "rules/route", "rules/scs/data", "rules/scs/game",
		"rules/scs/law", "rules/view"}, "what is told and shown rolls no die and plays nothing"},
	"rules/scs/answers": {[]string{"rules/chart", "rules/hex", "rules/internal/series",
		"rules/internal/state", "rules/order", "rules/scs/data", "rules/scs/game", "rules/scs/law", "rules/scs/play",
		"rules/scs/show", "rules/standing", "rules/view"}, "ready-made answers are orders as any other"},
	"rules/scs": {[]string{"rules/dice", "rules/hex", "rules/internal/choice", "rules/internal/series", "rules/internal/state",
		"rules/modules", "rules/order", "rules/scs/answers", "rules/scs/data", "rules/scs/game", "rules/scs/idle", "rules/scs/law",
		"rules/scs/play", "rules/scs/show", "rules/standing", "rules/view"},
		"a series knows neither the others nor the face"},
	"rules": {[]string{"rules/bcs", "rules/chart", "rules/dice", "rules/hex", "rules/internal/overlay", "rules/internal/seal", "rules/internal/series", "rules/internal/state", "rules/modules", "rules/order", "rules/ownbook", "rules/rulebook", "rules/scs", "rules/standing", "rules/view"}, "the face of the rules knows no bot"},
	"rules/adjudicate": {[]string{"rules", "rules/casefile", "rules/chart", "rules/dice", "rules/document",
		"rules/geography", "rules/hex", "rules/modules", "rules/order", "rules/playeraid", "rules/rulebook", "rules/view"},
		"cases see through views, never the state"},
	"render": {[]string{"render/internal/board", "render/internal/cache", "render/internal/encode",
		"render/internal/ground", "render/internal/layout", "render/internal/page", "render/internal/sprite",
		"render/internal/style", "render/internal/typeset", "render/scene", "rules/geography", "rules/hex",
		"rules/order", "rules/view"}, "a picture is drawn from a view alone, so it cannot show a secret"},
	"render/standings": {[]string{"render/internal/encode", "render/internal/style", "render/internal/typeset"}, "a table is strings and numbers, and knows no season"},
	"render/emoji": {[]string{"render/internal/geom", "render/internal/sprite", "render/internal/style", "render/internal/typeset", "rules/order",
		"rules/view"}, "an emoji shows what a view says of a unit, and knows no Discord"},
	"bot/localtable/emojis": {[]string{"bot/localtable/call", "bot/localtable/check", "bot/localtable/wire"},
		"what is refused about emojis depends on no table"},
	"bot/discord/emojis": {[]string{"bot/discord/rest", "render/emoji", "rules/order", "rules/view"},
		"what is at Discord is compared with what there is to be, without a game"},
	"rules/playeraid": {[]string{"rules/chart", "rules/document", "rules/internal/series", "rules/legible", "rules/letters", "rules/modules", "rules/nearest", "rules/notation", "rules/order", "rules/ownbook", "rules/rulebook", "rules/slips", "rules/view"}, "printed tables are read without a game"},
	"bot/lookup/modified": {[]string{"rules/nearest", "rules/notation", "rules/view"},
		"what is added to a look-up is known without the answer"},
	"bot/workshop/newgame": {[]string{"rules/modules"}, "the beginning of a game is files"},
	"bot/workshop/sheets": {[]string{"rules/document", "rules/letters", "rules/modules", "rules/playeraid"},
		"a table from elsewhere is read without a game"},
	"bot/discord/ticks": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/rest", "bot/discord/wording", "bot/lookup", "bot/lookup/modified", "rules/chart", "rules/order", "rules/view"}, "what is ticked finds no answer by itself"},
	"bot/discord/destinations": {[]string{"bot/discord/page", "bot/discord/regions", "rules/chart", "rules/hex", "rules/view"},
		"hexes are put in order without knowing how they are shown"},
	"bot/discord/regions": {[]string{"rules/hex"}, "a page of hexes is a part of the map, whatever is there"},
	"bot/discord/summary": {[]string{"bot/discord/wording", "rules/chart", "rules/hex", "rules/order", "rules/view"},
		"a report sums up what its lines tell"},
	"bot/discord/likely": {[]string{"bot/discord/wording", "rules/hex", "rules/order", "rules/view"},
		"what is likely is said of any fight, before its order is whole"},
	"bot/discord/fightways": {[]string{"bot/discord/likely", "bot/discord/wording", "rules/hex", "rules/order", "rules/view"},
		"fights are compared without knowing who referees them"},
	"bot/discord/charttext": {[]string{"bot/discord/ticks", "bot/discord/wording", "rules/view"},
		"what a chart says in words takes no knowledge of who asked"},
	"bot/discord/turn":    {[]string{"bot/discord/wording", "rules/order", "rules/view"}, "a turn is told to whoever asks"},
	"bot/discord/ownside": {[]string{"bot/discord/page", "bot/discord/wording", "rules/hex", "rules/view"}, "a side is summed up without knowing what its player may order"},
	"bot/discord/follow":  {[]string{"bot/discord/page", "bot/discord/rest"}, "an answer moves without knowing what it says"},
	"bot/referee/naps":    {[]string{"bot/referee/api"}, "what is news of a channel is known without its game"},
	"bot/referee/posts":   {[]string{"bot/referee/api", "storage"}, "which message a post is takes no knowledge of what it says"},
	"bot/discord/places": {[]string{"bot/discord/ask", "bot/discord/invitation", "bot/discord/page", "bot/discord/rest",
		"bot/discord/rest/threads", "bot/discord/tend", "bot/discord/wording", "bot/referee/api",
		"bot/referee/arrange"},
		"a thread is kept awake without knowing what is said in it"},
	"bot/discord/statuspost": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/places", "bot/discord/rest",
		"bot/discord/rest/layout", "bot/discord/rest/pins", "bot/discord/tell", "bot/discord/tend",
		"bot/discord/wording", "bot/referee/api", "bot/referee/posts", "rules/view"},
		"a post says what a table shows to everybody"},
	"bot/localtable/registry":   {[]string{"bot/localtable/check", "bot/localtable/faults", "bot/localtable/state", "bot/localtable/wire"}, "commands are kept without knowing who registers them"},
	"bot/localtable/layout":     {[]string{"bot/localtable/check", "bot/localtable/faults", "bot/localtable/wire", "bot/localtable/wire/parts"}, "components are judged without knowing whose they are"},
	"bot/localtable/forms":      {[]string{"bot/localtable/check", "bot/localtable/layout", "bot/localtable/shape", "bot/localtable/state", "bot/localtable/typed", "bot/localtable/wire", "bot/localtable/wire/parts"}, "what a user fills in is checked without asking the bot"},
	"bot/localtable/faults":     {[]string{"bot/localtable/check"}, "places in a body are named without knowing what stands there"},
	"bot/localtable/wire/parts": {nil, "members of a shape know no other"},
	"bot/referee/servers":       {[]string{"storage"}, "what a server has chosen takes no knowledge of what it does"},
	"bot/discord/serversettings": {[]string{"bot/calendar", "bot/discord/ask", "bot/discord/page", "bot/discord/rest",
		"bot/discord/rest/layout", "bot/discord/wording", "bot/referee/api", "bot/referee/servers", "render", "rules/view"},
		"what a server has chosen is asked for, and does nothing by itself"},
	"bot/discord/gamelist": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/rest", "bot/discord/tell",
		"bot/discord/tend", "bot/discord/wording", "bot/referee/api", "bot/referee/servers",
		"rules/view"},
		"a list of games says what tables show to everybody"},
	"bot/discord/moving": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/places", "bot/discord/rest",
		"bot/discord/wording", "bot/referee/api"}, "where a game may go takes no knowledge of how it stands"},
	"bot/discord/tend": {[]string{"bot/discord/page", "bot/discord/rest", "bot/referee/api"},
		"when something is looked at takes no knowledge of what it says"},
	"bot/discord/revisit": {[]string{"bot/discord/page", "bot/referee/api"}, "a channel is tried again without knowing what is written there"},
	"bot/discord/welcome": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/rest", "bot/discord/wording",
		"bot/referee/servers", "bot/referee/titles", "rules/view"}, "a greeting opens games by the hands of others"},
	"rules/must":          {nil, "what ends a test knows nothing of what is tested"},
	"storage":             {nil, "a log keeps bytes"},
	"storage/storagetest": {[]string{"rules/must", "storage"}, "the contract knows no store"},
	"storage/sqlite":      {[]string{"storage"}, "a store keeps bytes"},
	"storage/seasons":     {[]string{"storage"}, "the log of a season knows no season"},

	"bot/league/otherhand": {nil, "it has tests alone, which know what they check by its results"},
	"bot/league/matching":  {nil, "a matching knows only what pairs cost"},
	"bot/league/pairing":   {[]string{"bot/league/matching"}, "who plays whom takes no knowledge of seasons"},
	"bot/league/standings": {nil, "a table needs results alone"},
	"bot/league/rating":    {nil, "a rating is made of results, whatever was played and where"},
	"bot/league/balance":   {nil, "a balance needs ratings as numbers alone"},
	"bot/league/season": {[]string{"bot/calendar", "bot/league/pairing", "bot/league/standings"},
		"a season is its log: it has no clock, no store and no game"},
	"bot/league": {[]string{"bot/calendar", "bot/league/season", "storage", "storage/seasons"},
		"who runs seasons knows neither the referee nor Discord"},
	"bot/league/overview": {[]string{"bot/league/season", "bot/league/standings"}, "a season is shown without a message"},
	"bot/league/rated": {[]string{"bot/league", "bot/league/balance", "bot/league/rating", "bot/league/season", "storage"},
		"what counts for ratings is found in the seasons"},
	"bot/league/page": {[]string{"bot/league/overview", "bot/league/season", "bot/league/standings"}, "a page shows what an overview says"},
	"bot/localtable": {[]string{"bot/localtable/announce", "bot/localtable/call", "bot/localtable/check",
		"bot/localtable/gateway", "bot/localtable/guilds", "bot/localtable/interact", "bot/localtable/page", "bot/localtable/pins",
		"bot/localtable/places", "bot/localtable/rest", "bot/localtable/state", "bot/localtable/threads"},
		"the local table is Discord to the bot: it knows nothing of games, and tests spoil its answers"},
	"bot/localtable/check": {[]string{"bot/localtable/wire"}, "what Discord refuses, by its codes, depends on no table"},
	"bot/localtable/state": {[]string{"bot/localtable/check", "bot/localtable/wire", "bot/localtable/emojis"},
		"a table's state tells nobody of a change"},
	"bot/localtable/shape": {[]string{"bot/localtable/check", "bot/localtable/layout", "bot/localtable/state", "bot/localtable/wire"},
		"what the bot receives is read from the state alone"},
	"bot/localtable/welcome": {[]string{"bot/localtable/shape", "bot/localtable/state", "bot/localtable/wire"},
		"what the bot is told of a server is read from the state alone"},
	"bot/localtable/gateway": {[]string{"bot/localtable/shape", "bot/localtable/state", "bot/localtable/welcome"},
		"a connection carries events and knows not why they happen"},
	"bot/localtable/announce": {[]string{"bot/localtable/check", "bot/localtable/gateway", "bot/localtable/layout", "bot/localtable/state",
		"bot/localtable/welcome", "bot/localtable/wire"}, "changes are made and told without knowing who asked for them"},
	"bot/localtable/interact": {[]string{"bot/localtable/announce", "bot/localtable/check", "bot/localtable/layout", "bot/localtable/shape",
		"bot/localtable/state", "bot/localtable/threads", "bot/localtable/wire"}, "asking the bot knows neither the page nor the routes"},
	"bot/localtable/typed": {[]string{"bot/localtable/shape", "bot/localtable/state", "bot/localtable/wire"},
		"what is typed is read without asking the bot"},
	"bot/localtable/rest": {[]string{"bot/localtable/announce", "bot/localtable/call", "bot/localtable/check", "bot/localtable/emojis",
		"bot/localtable/gateway", "bot/localtable/interact", "bot/localtable/registry",
		"bot/localtable/shape", "bot/localtable/state", "bot/localtable/threads", "bot/localtable/wire"},
		"the bot's routes know no page"},
	"bot/localtable/page": {[]string{"bot/localtable/action", "bot/localtable/announce", "bot/localtable/check",
		"bot/localtable/emojis", "bot/localtable/forms", "bot/localtable/interact", "bot/localtable/shape",
		"bot/localtable/state", "bot/localtable/threads", "bot/localtable/typed", "bot/localtable/wire"},
		"a user's browser knows nothing of the bot's routes"},
	"bot/localtable/bare": {[]string{"bot/discord/oracle", "bot/localtable", "rules/must"}, "a bot without a library knows the table's address"},
	"bot/localtable/action": {[]string{"bot/localtable/check", "bot/localtable/state", "bot/localtable/typed", "bot/localtable/wire"},
		"how actions come knows none of them"},
	"bot/localtable/call":      {[]string{"bot/localtable/check"}, "a request is read without a table"},
	"bot/localtable/threads":   {[]string{"bot/localtable/announce", "bot/localtable/call", "bot/localtable/check", "bot/localtable/gateway", "bot/localtable/shape", "bot/localtable/state", "bot/localtable/wire"}, "what Discord does with threads knows neither the page nor who asks"},
	"bot/localtable/pins":      {[]string{"bot/localtable/announce", "bot/localtable/call", "bot/localtable/check", "bot/localtable/shape", "bot/localtable/state", "bot/localtable/threads", "bot/localtable/wire"}, "what Discord does with pins knows no page"},
	"bot/localtable/guilds":    {[]string{"bot/localtable/announce", "bot/localtable/call", "bot/localtable/check", "bot/localtable/gateway", "bot/localtable/shape", "bot/localtable/state", "bot/localtable/welcome", "bot/localtable/wire"}, "what happens to a server knows no page"},
	"bot/localtable/places":    {[]string{"bot/localtable/action", "bot/localtable/announce", "bot/localtable/check", "bot/localtable/guilds", "bot/localtable/pins", "bot/localtable/state", "bot/localtable/threads", "bot/localtable/typed", "bot/localtable/wire"}, "what people do to places knows nothing of the bot's routes"},
	"bot/localtable/organiser": {[]string{"bot/localtable/player", "bot/localtable/wire"}, "an organiser is a person with a browser"},
	"bot/localtable/pagetest":  {nil, "a browser knows of the table its page alone"},
	"bot/localtable/place":     {nil, "what a channel is called knows no table"},
	"bot/localtable/wire":      {[]string{"bot/localtable/place", "bot/localtable/wire/parts"}, "the shapes that page and player share"},
	"bot/localtable/player": {[]string{"bot/localtable/wire"},
		"a player of the local table is a person with a browser"},
	"bot/luck": {[]string{"rules/hex", "rules/order", "rules/view"},
		"what dice brought is counted without knowing where it is kept or told"},
	"bot/referee/api": {[]string{"bot/calendar", "bot/clock", "rules/modules", "rules/order", "rules/view", "storage"},
		"what callers may name cannot have a match; of modules it names where they come from"},
	"bot/referee/ledger": {[]string{"bot/beacon", "bot/calendar", "bot/clock", "bot/referee/api", "rules",
		"rules/dice", "rules/hex", "rules/modules", "rules/order", "rules/view", "storage"},
		"what a log says follows from its rows, without a store, a clock or a context"},
	"bot/referee/ledger/endings": {[]string{"bot/referee/api", "bot/referee/ledger", "rules/order"},
		"how players end a game knows nothing of what is played"},
	"bot/referee/ledger/seats": {[]string{"bot/referee/api", "bot/referee/ledger", "bot/referee/ledger/endings",
		"rules/order", "rules/view"},
		"who plays a side is settled without an order or a clock"},
	"bot/referee/ledger/rounds": {[]string{"bot/referee/api", "bot/referee/ledger", "storage"},
		"a round is named without knowing the command that waits"},
	"bot/referee/ledger/orders": {[]string{"bot/referee/api", "bot/referee/ledger", "rules", "rules/dice",
		"rules/hex", "rules/order", "rules/view"},
		"orders are decided without knowing who wrote them down, or when"},
	"bot/referee/ledger/undo": {[]string{"bot/referee/api", "bot/referee/ledger", "bot/referee/ledger/endings",
		"rules", "rules/order"},
		"what is taken back is not looked into"},
	"bot/referee/ledger/clocks": {[]string{"bot/calendar", "bot/clock", "bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/endings", "bot/referee/ledger/orders", "rules/order", "rules/view"},
		"clocks are told the time, and tell nobody"},
	"bot/referee/ledger/master": {[]string{"bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/endings", "bot/referee/ledger/seats", "bot/referee/ledger/undo", "rules", "rules/view"},
		"a game master does what players could, and plays nothing"},
	"bot/referee/ledger/tables": {[]string{"bot/calendar", "bot/clock", "bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/endings", "bot/referee/ledger/undo", "rules",
		"rules/order", "rules/view"},
		"what is shown of a table changes nothing"},
	"bot/referee/ledger/notices": {[]string{"bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/master", "bot/referee/ledger/seats",
		"bot/referee/ledger/tables", "rules/order", "rules/view", "storage"},
		"whom a row is told to is known without a word of what is said"},
	"bot/referee/ledger/replay": {[]string{"bot/beacon", "bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/master", "bot/referee/ledger/orders",
		"bot/referee/ledger/rounds", "bot/referee/ledger/seats", "bot/referee/ledger/undo", "rules", "rules/view"},
		"a game is made of its rows without telling anybody"},
	"bot/referee/ledger/verify": {[]string{"bot/clock", "bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/endings", "bot/referee/ledger/master",
		"bot/referee/ledger/orders", "bot/referee/ledger/rounds", "bot/referee/ledger/seats",
		"bot/referee/ledger/undo", "rules", "rules/dice", "rules/order"},
		"a row is decided anew by the functions that make rows"},
	"bot/referee/proof": {[]string{"bot/beacon", "bot/referee/api", "bot/referee/ledger", "bot/referee/ledger/clocks",
		"bot/referee/ledger/notices", "bot/referee/ledger/orders", "bot/referee/ledger/replay",
		"bot/referee/ledger/rounds", "bot/referee/ledger/tables", "bot/referee/ledger/verify", "rules", "rules/dice",
		"rules/modules", "rules/order", "rules/view", "storage"},
		"a game is checked without a referee, from a file alone"},
	"bot/referee/games": {[]string{"bot/calendar", "bot/clock", "bot/referee/api", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/notices", "bot/referee/ledger/replay",
		"bot/referee/ledger/rounds", "bot/referee/ledger/tables", "rules", "rules/modules", "rules/order",
		"rules/view", "storage"}, "what a command is about, and who is told of it, is not the kernel's"},
	"bot/referee/titles": {[]string{"bot/lookup", "bot/referee/games", "rules", "rules/modules", "rules/order",
		"rules/playeraid", "rules/view", "storage"}, "what can be opened and looked up knows no game that is played"},
	"bot/referee/drafts": {[]string{"bot/referee/api", "bot/referee/games", "bot/referee/ledger",
		"bot/referee/ledger/notices", "bot/referee/ledger/orders",
		"bot/referee/ledger/tables", "bot/referee/ledger/undo", "rules", "rules/hex", "rules/order", "rules/standing",
		"rules/view", "storage"}, "what users keep beside the log changes it by orders alone"},
	"bot/referee/rounds": {[]string{"bot/beacon", "bot/referee/api", "bot/referee/games", "bot/referee/ledger",
		"bot/referee/ledger/notices", "bot/referee/ledger/orders", "bot/referee/ledger/rounds", "storage"},
		"dice that wait for the beacon are fetched without knowing the order"},
	"bot/referee/ordering": {[]string{"bot/referee/api", "bot/referee/drafts", "bot/referee/games",
		"bot/referee/ledger", "bot/referee/ledger/orders", "bot/referee/ledger/tables", "bot/referee/ledger/undo",
		"rules", "rules/hex", "rules/order", "rules/view"},
		"an order is carried out without knowing how it was chosen, or who is told"},
	"bot/referee/arrange": {[]string{"bot/clock", "bot/referee/api", "bot/referee/games", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "bot/referee/ledger/endings", "bot/referee/ledger/master",
		"bot/referee/ledger/orders", "bot/referee/ledger/seats", "bot/referee/ledger/tables",
		"bot/referee/ledger/undo", "bot/referee/rounds", "rules", "rules/dice", "rules/order", "rules/view", "storage"},
		"what is arranged around a game gives no order in it"},
	"bot/referee/views": {[]string{"bot/luck", "bot/referee/api", "bot/referee/drafts", "bot/referee/games",
		"bot/referee/ledger", "bot/referee/ledger/replay", "bot/referee/ledger/tables", "bot/referee/proof",
		"bot/referee/titles", "rules", "rules/modules", "rules/order", "rules/view", "storage"},
		"those who look change nothing"},
	"bot/referee/notify": {[]string{"bot/calendar", "bot/referee/api", "bot/referee/drafts", "bot/referee/games",
		"bot/referee/ledger", "bot/referee/ledger/clocks", "bot/referee/ledger/master",
		"bot/referee/ledger/notices", "bot/referee/ledger/seats", "bot/referee/ledger/tables", "bot/referee/naps",
		"rules/order", "rules/view", "storage"}, "what is told was decided before"},
	"bot/referee/people": {[]string{"bot/calendar", "bot/referee/api", "bot/referee/games", "bot/referee/ledger",
		"bot/referee/ledger/clocks", "storage"}, "what belongs to a user is no part of a game"},
	"bot/referee/upkeep": {[]string{"bot/referee/api", "bot/referee/games", "bot/referee/ledger",
		"bot/referee/ledger/notices", "bot/referee/ledger/replay", "storage"},
		"operators ask about games and play none"},
	"bot/referee": {[]string{"bot/referee/api", "bot/referee/arrange", "bot/referee/drafts", "bot/referee/games",
		"bot/referee/leaguegames", "bot/referee/ledger", "bot/referee/notify", "bot/referee/ordering",
		"bot/referee/people", "bot/referee/posts", "bot/referee/proof", "bot/referee/rounds",
		"bot/referee/servers", "bot/referee/titles", "bot/referee/upkeep", "bot/referee/views", "rules",
		"rules/modules", "rules/order", "rules/playeraid", "rules/view", "storage"},
		"the referee is made of its services and knows no Discord"},
	"bot/verdict": {[]string{"bot/beacon", "bot/logs", "bot/referee/api", "bot/referee/proof", "bot/transcript", "rules",
		"rules/modules", "storage"}, "what is proved of exports is said without a store or a game in memory"},
	"bot/transcript": {[]string{"bot/referee/api", "bot/referee/ledger/rounds", "bot/referee/proof"},
		"a copy of a channel is compared with an export alone"},
	"bot/lookup": {[]string{"rules", "rules/adjudicate", "rules/chart", "rules/letters", "rules/modules", "rules/nearest",
		"rules/notation", "rules/order", "rules/playeraid", "rules/rulebook", "rules/rulebook/search", "rules/view"},
		"what can be asked without a game knows no games that are played"},
	"bot/calendar":  {[]string{"rules/nearest", "rules/view"}, "a player's time of day knows no game"},
	"bot/clock":     {[]string{"bot/calendar", "rules/view"}, "a clock is arithmetic on times"},
	"bot/catalogue": {nil, "words know nothing of what they are said of"},
	"bot/gateway":   {nil, "a connection knows nothing of what comes through it"},
	"bot/discord": {[]string{"bot/calendar", "bot/catalogue", "bot/discord/ask", "bot/discord/away", "bot/discord/deliver",
		"bot/discord/direct", "bot/discord/emojis", "bot/discord/follow", "bot/discord/gamelist",
		"bot/discord/invitation", "bot/discord/leaguerun", "bot/discord/leagues", "bot/discord/look", "bot/discord/moving",
		"bot/discord/page", "bot/discord/places", "bot/discord/play", "bot/discord/registration",
		"bot/discord/rest", "bot/discord/rest/layout", "bot/discord/revisit", "bot/discord/serversettings",
		"bot/discord/statuspost", "bot/discord/table", "bot/discord/tell", "bot/discord/tend",
		"bot/discord/welcome", "bot/discord/wording", "bot/gateway", "bot/limit",
		"bot/referee", "bot/referee/api", "bot/referee/arrange", "bot/referee/drafts",
		"bot/referee/notify", "bot/referee/ordering", "bot/referee/people", "bot/referee/posts",
		"bot/referee/rounds", "bot/referee/titles", "bot/referee/views", "bot/schedule", "render",
		"render/emoji", "rules/order", "rules/view"},
		"the adapter cannot name a match, a state or the store"},
	"bot/discord/page": {[]string{"bot/discord/rest", "bot/discord/wording", "bot/referee/api", "rules/hex", "rules/order", "rules/view", "bot/discord/emojis"},
		"a page knows what may be shown to whom, and not what is said"},
	"bot/discord/invitation": {nil, "what a server is asked for depends on no request"},
	"bot/discord/ask": {[]string{"bot/catalogue", "bot/discord/emojis", "bot/discord/invitation", "bot/discord/page",
		"bot/discord/rest", "bot/discord/wording", "bot/limit", "bot/referee/api", "bot/referee/views",
		"render", "rules/order", "rules/view"},
		"what is asked is read without knowing who answers"},
	"bot/discord/tell": {[]string{"bot/clock", "bot/discord/ask", "bot/discord/page", "bot/discord/rest",
		"bot/discord/wording", "bot/referee", "bot/referee/api", "bot/referee/drafts", "bot/referee/notify",
		"bot/referee/people", "rules/hex", "rules/order", "rules/view"},
		"what several rooms say is said in one place, of what a table shows"},
	"bot/discord/look": {[]string{"bot/discord/ask", "bot/discord/charttext", "bot/discord/emojis", "bot/discord/page", "bot/discord/rest",
		"bot/discord/tell", "bot/discord/ticks", "bot/discord/wording", "bot/limit", "bot/lookup",
		"bot/lookup/modified", "bot/luck", "bot/referee/api", "bot/referee/titles", "bot/referee/views",
		"render", "rules/hex", "rules/notation", "rules/order", "rules/rulebook", "rules/rulebook/search",
		"rules/view"}, "those who look change nothing"},
	"bot/discord/play": {[]string{"bot/discord/ask", "bot/discord/destinations", "bot/discord/fightways", "bot/discord/likely", "bot/discord/look", "bot/discord/ownside", "bot/discord/page", "bot/discord/regions",
		"bot/discord/rest", "bot/discord/tell", "bot/discord/wording", "bot/limit", "bot/referee/api", "bot/referee/drafts",
		"bot/referee/notify", "bot/referee/ordering", "render", "rules/chart", "rules/hex", "rules/order",
		"rules/view", "bot/discord/emojis"},
		"an order is chosen and given without knowing what is arranged around the game"},
	"bot/discord/away": {[]string{"bot/discord/ask", "bot/discord/look", "bot/discord/page", "bot/discord/play",
		"bot/discord/rest", "bot/discord/tell", "bot/discord/wording", "bot/referee/api", "bot/referee/drafts",
		"render", "rules/hex", "rules/order", "rules/standing", "rules/view"},
		"orders for later are kept, and given by the same hands as others"},
	"bot/discord/direct": {[]string{"bot/discord/ask", "bot/discord/follow", "bot/discord/look", "bot/discord/page", "bot/discord/play",
		"bot/discord/rest", "bot/discord/tell", "bot/discord/wording", "bot/limit", "bot/referee/api",
		"bot/referee/notify", "rules/view", "bot/discord/emojis"}, "the panel in direct messages is the panel of play, kept up to date"},
	"bot/discord/table": {[]string{"bot/calendar", "bot/clock", "bot/discord/ask", "bot/discord/emojis", "bot/discord/look", "bot/discord/moving",
		"bot/discord/page", "bot/discord/places", "bot/discord/play", "bot/discord/rest",
		"bot/discord/tell", "bot/discord/turn", "bot/discord/wording", "bot/ics", "bot/limit", "bot/referee/api",
		"bot/referee/arrange", "bot/referee/drafts", "bot/referee/notify", "bot/referee/people",
		"bot/referee/titles", "bot/referee/views", "render", "rules/hex", "rules/order", "rules/view"}, "what is arranged around a game gives no order in it"},
	"bot/discord/deliver": {[]string{"bot/discord/ask", "bot/discord/away", "bot/discord/emojis", "bot/discord/look",
		"bot/discord/page", "bot/discord/places", "bot/discord/play", "bot/discord/rest",
		"bot/discord/summary", "bot/discord/table", "bot/discord/tell", "bot/discord/wording", "bot/referee/api",
		"bot/referee/notify", "bot/referee/views", "render", "rules/view"}, "a notification is told to those whom it is for, and asks nobody"},
	"bot/discord/registration": {[]string{"bot/discord/rest", "bot/gateway"}, "commands are registered without knowing what they do"},
	"bot/discord/rest/pins":    {[]string{"bot/discord/rest"}, "what is pinned is an identifier"},
	"bot/discord/rest/threads": {[]string{"bot/discord/rest"}, "a thread is a name, and knows no game"},
	"bot/discord/rest/layout":  {nil, "what components are is known without sending any"},
	"bot/discord/rest":         {[]string{"bot/discord/rest/layout"}, "what is sent is sent without knowing what it says, or to whom it may be said"},
	"bot/discord/wording": {[]string{"bot/catalogue", "render/scene", "rules/chart", "rules/hex", "rules/order",
		"rules/view", "bot/discord/emojis", "render/emoji"}, "words are made of what a view shows, and cannot name a match or a state"},
	"bot/discord/oracle":       {[]string{"bot/discord/oracle/newer"}, "the oracle knows Discord's document alone"},
	"bot/discord/oracle/newer": {nil, "facts are counted without the code that is held against them"},
	"bot/discord/discordtest": {[]string{"bot/catalogue", "bot/discord", "bot/discord/oracle", "bot/gateway",
		"bot/limit", "bot/localtable", "bot/localtable/player", "bot/localtable/wire", "bot/referee",
		"bot/referee/rounds", "render", "rules/modules", "rules/must", "storage", "storage/sqlite"},
		"a fixture is made of what a bot at a local table is made of, and plays nothing by itself"},
	"bot/referee/leaguegames": {[]string{"bot/calendar", "bot/clock", "bot/league", "bot/referee/api", "bot/referee/arrange",
		"bot/referee/titles", "bot/referee/views", "rules/order",
		"rules/view", "storage"}, "what a game means for a season is found by the referee"},
	"bot/discord/leaguerun": {[]string{"bot/calendar", "bot/discord/rest", "bot/discord/rest/threads", "bot/discord/tend", "bot/league", "bot/league/rated",
		"bot/referee", "bot/referee/api", "bot/referee/leaguegames", "storage/seasons"}, "what is due in a season is for the keeper"},
	"bot/simulate/seasonplay": {[]string{"bot/calendar", "bot/league", "bot/league/overview", "bot/league/season", "bot/referee", "bot/referee/api", "bot/referee/leaguegames", "bot/referee/ordering", "bot/simulate", "rules/order", "rules/view", "storage/seasons", "storage/sqlite"},
		"a season is played as players play it"},
	"bot/discord/rated": {[]string{"bot/discord/ask", "bot/discord/page", "bot/discord/rest", "bot/discord/tell",
		"bot/discord/wording", "bot/league", "bot/league/rated", "bot/league/rating", "bot/league/season",
		"bot/referee/api", "bot/referee/titles", "rules/view"}, "ratings are shown, and worked out elsewhere"},
	"bot/discord/leagues": {[]string{"bot/calendar", "bot/clock", "bot/discord/ask", "bot/discord/page", "bot/discord/rated", "bot/discord/rest",
		"bot/discord/rest/layout", "bot/discord/tell", "bot/discord/wording", "bot/league",
		"bot/league/overview", "bot/league/page", "bot/league/season", "bot/league/standings", "bot/limit",
		"bot/referee/api", "bot/referee/titles", "render/standings", "rules/view"},
		"what seasons say is said without deciding anything"},
	"bot/simulate": {[]string{"bot/referee", "bot/referee/api", "bot/referee/arrange", "bot/referee/ordering",
		"bot/referee/views", "rules/hex", "rules/modules", "rules/order", "rules/view", "storage/sqlite"},
		"players without eyes see what players see"},
	"bot/gallery": {[]string{"bot/catalogue", "render", "rules", "rules/bcs/policy", "rules/dice", "rules/hex", "rules/modules",
		"rules/order", "rules/view"}, "pictures of a game without players"},
	"bot/workshop": {[]string{"bot/catalogue", "bot/workshop/sheets", "render", "rules", "rules/modules", "rules/playeraid"},
		"an owner's tools see what players see"},
	"bot/beacon":            {nil, "whoever verifies a round needs nothing of ours"},
	"bot/beacon/beacontest": {[]string{"bot/beacon"}, "a beacon for tests knows chains and rounds alone"},
	"bot/ics":               {nil, "a calendar file knows nothing of games"},
	"bot/limit":             {nil, "who asks for how much is counted without knowing what it is"},
	"bot/schedule":          {nil, "turns are taken without knowing for what"},
	"bot/config":            {[]string{"bot/limit"}, "what an operator can choose is known before any part is made"},
	"bot/heartbeat":         {nil, "the health check has a folder in common with the program, and nothing else"},
	"bot/doctor": {[]string{"bot/beacon", "bot/config", "bot/discord", "bot/discord/invitation", "bot/heartbeat", "bot/workshop",
		"rules/modules", "storage", "storage/sqlite"}, "a doctor looks at every part and plays no game"},
	"bot/logs":    {nil, "what is logged has one form, whoever logs it"},
	"bot/metrics": {nil, "what is counted is handed in as numbers and words"},
	"bot/status":  {nil, "monitors are answered by checks that are handed in"},
	"bot/systemd": {nil, "a supervisor is told a few words"},
	"bot/console": {[]string{"bot/catalogue", "bot/lookup", "bot/lookup/modified", "rules/adjudicate", "rules/chart", "rules/notation",
		"rules/order", "rules/playeraid", "rules/rulebook", "rules/rulebook/search", "rules/view"},
		"the command line says what is looked up, and plays no game"},
	".ci":       {nil, "it makes faults in a copy of the tree, and imports nothing of it"},
	"bot":       {[]string{"bot/logs", "bot/program"}, "a name and what the operating system has, and nothing else"},
	"bot/house": {nil, "whoever measures all of it belongs to nothing"},
	"bot/programtest": {[]string{"bot/discord", "bot/discord/oracle", "bot/limit", "bot/localtable",
		"bot/localtable/player", "bot/localtable/wire", "bot/program", "rules/must", "storage", "storage/sqlite"},
		"whoever starts the program for tests says nothing of what a game comes to"},
	"bot/program": {[]string{"bot/beacon", "bot/catalogue", "bot/config", "bot/console", "bot/discord", "bot/doctor",
		"bot/gallery", "bot/gateway", "bot/heartbeat", "bot/league", "bot/localtable", "bot/logs", "bot/lookup",
		"bot/lookup/modified", "bot/metrics", "bot/referee", "bot/referee/api", "bot/referee/arrange",
		"bot/referee/rounds", "bot/simulate", "bot/simulate/seasonplay", "bot/status", "bot/systemd",
		"bot/verdict", "bot/workshop", "bot/workshop/newgame", "bot/workshop/sheets", "render", "rules",
		"rules/adjudicate", "rules/letters", "rules/modules", "rules/rulebook", "storage",
		"storage/seasons", "storage/sqlite"}, "the program only wires"},

	// The parts of render, in the order in which a picture needs them.
	"render/scene": {[]string{"rules/geography", "rules/hex", "rules/order", "rules/view"},
		"what a picture says is hexes and words, without a pixel"},
	"render/internal/geom":   {[]string{"rules/hex"}, "points, curves and hexes on a plane know no game"},
	"render/internal/layout": {[]string{"render/internal/geom", "rules/hex"}, "where things go is arithmetic on boxes"},
	"render/internal/style":  {[]string{"rules/order"}, "colours depend on nothing but the style and the sides"},
	"render/internal/cache":  {nil, "values are kept without knowing what they are"},
	"render/internal/droid":  {nil, "a font is bytes"},
	"render/internal/typeset": {[]string{"render/internal/droid", "render/internal/geom", "rules/letters"},
		"texts are written without knowing what they say"},
	"render/internal/sprite": {[]string{"render/internal/cache", "render/internal/geom",
		"render/internal/layout", "render/internal/style", "render/internal/typeset", "render/scene",
		"rules/hex", "rules/order", "rules/view"}, "a sprite knows what it shows and not where it lies"},
	"render/internal/ground": {[]string{"render/internal/geom", "render/internal/layout",
		"render/internal/sprite", "render/internal/style", "render/internal/typeset", "render/scene",
		"rules/geography", "rules/hex", "rules/view"}, "what is printed on a map knows no position"},
	"render/internal/board": {[]string{"render/internal/geom", "render/internal/ground",
		"render/internal/layout", "render/internal/sprite", "render/internal/style",
		"render/internal/typeset", "render/scene", "rules/hex", "rules/view"}, "a position is drawn from its scene alone"},
	"render/internal/page": {[]string{"render/internal/geom", "render/internal/ground",
		"render/internal/layout", "render/internal/sprite", "render/internal/typeset", "render/scene",
		"rules/geography", "rules/order", "rules/view"}, "a page has no map"},
	"render/internal/encode": {[]string{"render/internal/style"}, "an encoder knows palette entries and no game"},
	"render/internal/rendertest": {[]string{"bot/catalogue", "rules/geography", "rules/hex", "rules/order",
		"rules/view"}, "boards of the tests are views, and draw nothing"},
	"render/internal/sprite/spritetest": {[]string{"render/internal/rendertest", "render/internal/sprite",
		"render/internal/style", "render/internal/typeset", "rules/view"}, "what tests draw sprites with"},
}

// features are the folders of rules of single games, and feature is the room of each: it knows its
// series, which does not know it.
const features = "rules/scs/feature/"

var feature = room{[]string{"rules/casefile", "rules/chart", "rules/dice", "rules/document", "rules/hex",
	"rules/internal/choice", "rules/internal/score", "rules/internal/series",
	"rules/internal/state", "rules/modules", "rules/order", "rules/proofread", "rules/scs", "rules/scs/data",
	"rules/scs/game", "rules/scs/law", "rules/scs/play", "rules/view"},
	"a rule of single games knows its series, and no other"}

// beside are the features that know another one, with the reason.
var beside = map[string]room{features + "replacements": {[]string{features + "cup"}, "it draws by the dice of the cup"}}

// roomOf is what a package may import, with what the list of features is there for.
func roomOf(pkg string) (r room, ok bool) {
	if strings.HasPrefix(pkg, features) {
		return room{slices.Concat(feature.may, beside[pkg].may), feature.why}, true
	}
	r, ok = house[pkg]
	return r, ok
}

// lists reports whether a package may import one of ours because it is the list of them.
func lists(pkg, ours string) bool { return pkg == "rules" && strings.HasPrefix(ours, features) }

// impure is what a ruling must not depend on: a clock, the machine, chance.
var impure = []string{"time", "os", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "database/sql",
	"math", "sync", "sync/atomic"}

// mayBeImpure are packages under rules/ that read files for people.
var mayBeImpure = map[string]string{"rules/adjudicate": "os", "rules/modules": "time"}

// TestHouse holds every package's imports against the arrows. It parses the
// files itself: the answers of the go command are kept between tests.
func TestHouse(t *testing.T) {
	found := map[string]bool{}
	must.Do(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		pkg := filepath.ToSlash(path.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../../")))
		found[pkg] = true
		room, ok := roomOf(pkg)
		if !ok {
			t.Errorf("%s: the package has no room in the house", pkg)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if ours, is := strings.CutPrefix(name, "grognard/"); is && !slices.Contains(room.may, ours) &&
				!lists(pkg, ours) {
				t.Errorf("%s imports %s: %s", file, ours, room.why)
			}
			if (pkg == "rules" || strings.HasPrefix(pkg, "rules/")) && slices.Contains(impure, name) &&
				mayBeImpure[pkg] != name {
				t.Errorf("%s imports %s: the rules are pure", file, name)
			}
		}
		return nil
	}))
	for pkg := range house {
		if !found[pkg] {
			t.Errorf("%s: a room without a package", pkg)
		}
	}
}

// support matches the packages that tests alone use.
var support = regexp.MustCompile(`^grognard/.*(test|must|/oracle|/player|/house)(/|$)`)

// TestProgram_LinksNoTestSupport: what makes things fail for tests is no part of the program.
func TestProgram_LinksNoTestSupport(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "grognard/bot")
	list.Stderr = os.Stderr
	out, err := list.Output()
	must.Do(t, err)
	names := strings.Fields(string(out))
	if !slices.Contains(names, "grognard/bot/localtable") {
		t.Errorf("the local table is no part of the program: %q", names)
	}
	for _, name := range slices.DeleteFunc(names, func(name string) bool { return !support.MatchString(name) }) {
		t.Errorf("the program links %s", name)
	}
}

// TestTheRulesHaveNoGoroutines: nothing under rules/ runs beside anything else, so that the
// race detector, which takes minutes, has nothing to look for there.
func TestTheRulesHaveNoGoroutines(t *testing.T) {
	must.Do(t, filepath.WalkDir("../../rules", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%v: the rules know no goroutines", files.Position(n.Pos()))
			}
			return true
		})
		return nil
	}))
}
