package letters_test

import (
	"fmt"

	"grognard/rules/letters"
)

func Example() {
	fmt.Println(letters.Plain("９．２０ ／ ３—１"))
	fmt.Println(letters.Name('–'), letters.Name('９'), letters.Name('م'))
	fmt.Println(letters.Shown("第5師\u200b\u2011مر"))
	// Output:
	// 9.20 / 3-1
	// en dash (U+2013) full-width 9 (U+FF19) Arabic letter (U+0645)
	// 第5師-□□
}
