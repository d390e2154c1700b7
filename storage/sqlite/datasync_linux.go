package sqlite

import (
	"os"
	"syscall"
)

// datasync makes the content of a file durable, without its times.
func datasync(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }
