package rendertest

import (
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// AnyGrid is a map of 20 columns and rows.
func AnyGrid(t *rapid.T) hex.Grid {
	r := hex.Rows{First: 1, Last: 20}
	return hex.Grid{Cols: 20, Odd: r, Even: r, High: rapid.SampledFrom([]hex.Parity{hex.Even, hex.Odd}).Draw(t, "high")}
}

// AnyHex is a hex of such a map.
func AnyHex(t *rapid.T) hex.Hex {
	return hex.Hex{Col: rapid.Int8Range(1, 20).Draw(t, "col"), Row: rapid.Int8Range(1, 20).Draw(t, "row")}
}
