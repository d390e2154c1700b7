package data

// Movement is the name of the movement phase. It is exported because features refer to it.
const Movement = "movement"

// The phases by name.
const (
	Reinforcements = "reinforcements"
	Combat         = "combat"
	Exploitation   = "exploitation"
	Supply         = "supply"
)

// Oos is the marker of a unit that is out of supply.
const Oos = "oos"
