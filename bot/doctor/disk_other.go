//go:build !linux && !darwin

package doctor

// freeSpace is not implemented for this system.
func freeSpace(string) (free uint64, known bool, err error) { return 0, false, nil }
