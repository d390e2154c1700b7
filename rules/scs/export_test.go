package scs

import "grognard/rules/modules"

// games are modules of the series, for tests in this package.
func games() modules.Dialects { return modules.Dialects{"scs": dialect{}} }
