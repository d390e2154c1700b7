package api

// Forfeited is the ending of a game that the other side has claimed.
const Forfeited Ending = "forfeited"
