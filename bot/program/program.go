// Package program is Grognard without its name: it reads the flags and the configuration, makes the parts and runs one
// command, as bot/main.go does with what the operating system has, and the tests with what they need.
//
//	status := program.Run(context.Background(), []string{"roll", "2d6"}, program.Environment{Env: os.Getenv,
//		Stdout: os.Stdout, Stderr: os.Stderr, Entropy: rand.NewChaCha8([32]byte{7})})
//
// run.go has the flags and says which function carries out a command. serve.go connects the parts of a program that
// referees games, table.go lays the local table, watch.go knows what monitors ask for. keep.go, keeper.go and forget.go
// are for those who keep the database, asking.go answers look-ups, verify.go reads exports, version.go says which
// program this is.
//
// It may import every part, and none imports it. It decides nothing about a game: it only connects.
package program
