package typeset_test

import (
	"fmt"
	"image"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
)

func Example() {
	w, err := typeset.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	img, ink, name, x, y := image.NewRGBA(image.Rect(0, 0, 100, 20)), style.Paper().Ink, "Yel'nya", 50.0, 15.0
	p := typeset.Pen{Face: typeset.Bold, Size: 12, Ink: ink}
	w.Write(img, w.Fit(p, name, 80), name, x, y, typeset.Middle) // at most 80 pixels wide
	fmt.Println(w.Width(w.Fit(p, name, 80), name) <= 80)
	// Output: true
}
