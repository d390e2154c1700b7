package cache_test

import (
	"fmt"

	"grognard/render/internal/cache"
)

func Example() {
	draw := func() ([]byte, error) {
		fmt.Println("drawn")
		return []byte("pixels"), nil
	}
	c := cache.New[string](1<<20, func(b []byte) int { return len(b) })
	b, err := c.Get("map", draw) // draws it once
	fmt.Println(string(b), err)
	b, err = c.Get("map", draw)
	fmt.Println(string(b), err)
	// Output:
	// drawn
	// pixels <nil>
	// pixels <nil>
}
