//go:build !unix

package sqlite

// giveToFolderOwner does nothing on systems without Unix owners of files.
func giveToFolderOwner(string) error { return nil }
