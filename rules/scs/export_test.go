package scs

import "grognard/rules/modules"

// games are modules of the series, for tests in this package. Features lie in packages that
// import it: of those that the games name, here is no more than the name.
func games() modules.Dialects {
	return modules.Dialects{"scs": dialect{[]Feature{{Name: "garrisons", Symbol: "garrison"}}}}
}
