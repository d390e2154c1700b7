//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// hand gives a file that root has made to the owner of its folder: the program runs as somebody
// else, and could not open it.
func hand(path string) error {
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	owner, known := folder.Sys().(*syscall.Stat_t)
	if !known {
		return nil
	}
	return os.Chown(path, int(owner.Uid), int(owner.Gid))
}
