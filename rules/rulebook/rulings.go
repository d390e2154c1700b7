package rulebook

import _ "embed" // the list of rulings

//go:embed rulings.txt
var rulings string

// Revision counts the revisions of the rulings. It goes up with each ruling that is
// added, dropped or turned round, not with new words for an old one. A game's first row
// records it; games are played on by the rulings of the program that plays them.
//
// 1 is what games have that began before it was recorded. 2 took arrivals, entry areas,
// lakes and the supply of replacements closer to the words of the books. 3 lets orders be
// taken back.
const Revision = 3

// Rulings is where the rules leave a doubt and how the program rules: a sentence
// for players from each comment beside the code that rules so.
func Rulings() string { return rulings }
