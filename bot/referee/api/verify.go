package api

// Flaw is the error for the first thing that is wrong with an export. What is one printable line.
type Flaw struct{ What string }

func (f *Flaw) Error() string { return f.What }
