package style

import (
	"image/color"
	"testing"
)

func TestParseColor(t *testing.T) {
	if c, err := parseColor("#6d6f68"); err != nil || c != (color.RGBA{0x6d, 0x6f, 0x68, 255}) {
		t.Errorf("#6d6f68 = %v, %v", c, err)
	}
	for _, s := range []string{"", "6d6f68", "#6d6f6", "#6d6f6g", "#+d6f68", "#6d6f688"} {
		if c, err := parseColor(s); err == nil {
			t.Errorf("%q = %v; want an error", s, c)
		}
	}
}
