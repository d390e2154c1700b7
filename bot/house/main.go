// House measures the shape of the source tree, and its tests keep that shape: which package may import which
// (house_test.go, checked by arrows_test.go), that every package has an example (examples_test.go), that no variable is
// called like an imported package (names_test.go), that shared folders know no series (series_words_test.go), and that
// no figure grows beyond its limit (figures_test.go).
//
//	go run ./bot/house            prints the figures as tables
//	go run ./bot/house -check     exits with 1 if a figure is beyond its limit
//
// Names are resolved with the standard library alone: the packages of the module are parsed and type-checked from
// their source, and what they import from elsewhere is read from the export data that the go command already has for
// the build. That takes two to three seconds. golang.org/x/tools/go/packages would do the same at the price of a
// dependency, and importer.ForCompiler("source") checks the standard library and every dependency anew, which takes
// far longer.
//
// House may import no other package of the module: it measures all of them. It does not say whether a name is good or a
// test is worth its lines.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "exit with 1 if a figure is beyond its limit")
	flag.Parse()
	folders, err := readTree(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	figures := measure(folders)
	fmt.Println("| figure | value | limit | where |\n| --- | --- | --- | --- |")
	for _, f := range figures {
		fmt.Printf("| %s | %d | %d | %s |\n", f.name, f.value, f.limit, f.where)
	}
	printFolders(os.Stdout, folders)
	for _, f := range figures {
		if *check && f.value > f.limit {
			os.Exit(1)
		}
	}
}
