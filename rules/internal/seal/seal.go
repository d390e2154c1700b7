// Package seal restricts who can make views. The constructors of package view need a Key, and only packages
// under rules/ can import this one: so every view.Public elsewhere was made by the rules.
package seal

// Key is what the constructors of package view ask for. Packages outside rules/ cannot make one, not even from
// a struct literal of the same shape, because the unexported fields of different packages differ.
type Key struct{ _ byte }
