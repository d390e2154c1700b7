//go:build linux || darwin

package doctor

import "syscall"

// freeSpace is how many bytes a folder's disk has left for those who are not root.
func freeSpace(dir string) (free uint64, known bool, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false, err
	}
	return s.Bavail * uint64(s.Bsize), true, nil
}
