package data

import (
	"grognard/rules/modules"
)

// Guesses lists the tables and constants that an owner has to enter: those that the module does not have, and, in a
// module whose tables are not printed ones, all of them.
func (d *Data) Guesses(*modules.Definition) (out []modules.Guess) {
	for _, name := range TableNames() {
		missing := d.Tables[name] == nil
		if missing || d.Title != "" {
			out = append(out, modules.Guess{In: modules.InCharts, Missing: missing, Under: "tables", Key: name,
				What: "table " + name})
		}
	}
	if missing := d.Support.Rating == unprinted; missing || d.Title != "" {
		out = append(out, modules.Guess{In: modules.InCharts, Missing: missing, Under: "support", Key: "rating",
			What: "the Action Rating of Support"})
	}
	return out
}
