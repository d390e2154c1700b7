package api

// WordLimit is the length of a word for the dice, in characters.
const WordLimit = 60
