//go:build unix

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
)

// giveToFolderOwner gives root's new file to the owner of its folder, as whom the program may run and must open it.
func giveToFolderOwner(path string) error {
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
