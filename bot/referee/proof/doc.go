// Package proof writes a game as a file that others can check, and checks such a file: the module, the secret, the
// chain of rows, every command with its dice by the rules, and each line that follows from these.
//
//	found, err := proof.Verify(file, rules.Modules())
//
// Verify makes the lines of an export again from its rows and compares each with the line in the file. So the code that
// writes also checks, and the comparison covers what is not checked row by row.
//
// It may import the ledger, the rules, dice and the beacon. It must not know how games are played, loaded or stored:
// whoever checks a game needs this package, the file, and no referee.
//
// Limits: of a running game only the form and the rounds of the beacon can be checked. No log can prove who the users
// are or when they acted.
package proof
