package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// figure is a number that was measured in the tree, with the limit that it must not exceed.
type figure struct {
	name         string
	value, limit int
	where        string // the folder with the highest value; "" for sums
}

// measure returns the figures of the tree. A folder whose README states its size, as folders of new capabilities do, is
// held to that size, and its lines do not count among those of the others.
func measure(folders []*folder) []figure {
	lines, tests, long, above := 0, 0, 0, 0
	for _, f := range folders {
		long += f.long
		if f.stated != [2]int{} {
			above += max(f.lines-f.stated[0], 0) + max(f.testLines-f.stated[1], 0)
			continue
		}
		lines, tests = lines+f.lines, tests+f.testLines
	}
	against := slices.MaxFunc(folders, func(a, b *folder) int { return cmp.Compare(a.against, b.against) })
	methods := slices.MaxFunc(folders, func(a, b *folder) int { return cmp.Compare(a.methods, b.methods) })
	files := slices.MaxFunc(folders, func(a, b *folder) int { return cmp.Compare(a.files, b.files) })
	longest := slices.MaxFunc(folders, func(a, b *folder) int { return cmp.Compare(a.longest, b.longest) })
	return []figure{
		{"arrows against the order of work, in a folder", against.against, 30, against.path},
		{"methods of a type, those of embedded types of ours counted", methods.methods, 60,
			methods.path + "." + methods.methodType},
		{"Go files without tests, in a folder", files.files, 30, files.path},
		{"lines of a file", longest.longest, 499, longest.path},
		{"lines of tests", tests, 66000, ""},
		{"lines without tests", lines, 107000, ""},
		{"lines above the size that a folder's README states", above, 0, ""},
		{"lines without tests beyond column 120, for another reason than a string", long, 0, ""},
	}
}

// printFolders prints a table of the folders that state their size, and another of the folders with many files or with
// a type that has many methods.
func printFolders(out io.Writer, folders []*folder) {
	const manyFiles, manyMethods = 10, 60
	fmt.Fprintln(out, "\n| folder that states its size | lines | at most | lines of tests | at most |\n"+
		"| --- | --- | --- | --- | --- |")
	for _, f := range folders {
		if f.stated != [2]int{} {
			fmt.Fprintf(out, "| %s | %d | %d | %d | %d |\n", f.path, f.lines, f.stated[0], f.testLines, f.stated[1])
		}
	}
	fmt.Fprintln(out, "\n| folder | files | lines | lines of tests | arrows | against | type with the most methods |\n"+
		"| --- | --- | --- | --- | --- | --- | --- |")
	for _, f := range folders {
		if f.files >= manyFiles || f.methods > manyMethods {
			fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %s: %d |\n", f.path, f.files, f.lines, f.testLines,
				f.arrows, f.against, f.methodType, f.methods)
		}
	}
}
