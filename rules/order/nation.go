package order

// Nation is a side with its name and the colour of its counters as #rrggbb.
type Nation struct {
	ID          Side
	Name, Color string
}
