package rulebook

import _ "embed" // the list of rulings

//go:embed rulings.txt
var rulings string

// Rulings is where the rules leave a doubt and how the program rules: a sentence
// for players from each comment beside the code that rules so.
func Rulings() string { return rulings }
