//go:build linux || darwin

package doctor

import "syscall"

// freeSpace returns how many bytes users other than root can still write to a folder's disk.
func freeSpace(dir string) (free uint64, known bool, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false, err
	}
	return s.Bavail * uint64(s.Bsize), true, nil
}
