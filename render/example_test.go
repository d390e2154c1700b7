package render_test

import (
	"fmt"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/view"
)

func Example() {
	def, err := rules.Modules().Load("drill")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := rules.Setup(def, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	match, err := rules.New(def, pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	var accounts []view.Account
	send := func(png []byte) { fmt.Println(len(png) > 0) }

	words, err := catalogue.New(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := render.New(words.In(catalogue.Default)) // one for the whole program
	if err != nil {
		fmt.Println(err)
		return
	}
	v := match.Public().After(accounts...)
	o, found := render.Focus(v.Board()) // a close-up of what happened
	if !found {
		o = render.Options{} // the whole map
	}
	pic, err := render.Draw(p, v, render.Paper(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	send(pic.PNG())
	// Output: true
}
