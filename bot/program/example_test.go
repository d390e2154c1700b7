package program_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"grognard/bot/program"
)

// A command ends by itself, with the exit status of the program.
func Example() {
	status := program.Run(context.Background(), []string{"roll", "2d6"}, program.Environment{Env: os.Getenv,
		Stdout: os.Stdout, Stderr: os.Stderr, Entropy: rand.NewChaCha8([32]byte{7})})
	fmt.Println("status", status)
	// Output:
	// 2d6: 3 1 = 4
	// status 0
}
