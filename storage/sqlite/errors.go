package sqlite

import (
	"errors"
	"fmt"

	"grognard/storage"

	"github.com/mattn/go-sqlite3"
)

// storageError converts an error of the driver into one of package storage, so that callers need not know the driver.
func storageError(err error) error {
	var fault sqlite3.Error
	if !errors.As(err, &fault) {
		return err
	}
	for _, kind := range []error{storage.ErrDamaged, storage.ErrDiskFull, storage.ErrReadOnly, storage.ErrDisk} {
		if errors.Is(err, kind) {
			return err
		}
	}
	switch fault.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return fmt.Errorf("%w (%w)", storage.ErrDamaged, err)
	case sqlite3.ErrFull:
		return fmt.Errorf("%w (%w)", storage.ErrDiskFull, err)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return fmt.Errorf("%w (%w)", storage.ErrReadOnly, err)
	case sqlite3.ErrIoErr:
		return fmt.Errorf("%w (%w)", storage.ErrDisk, err)
	}
	return err
}

// unreadable returns the error of reading a row of a game's log. Where the bytes themselves are damaged it is a
// *storage.Damage: the rows before it are sound.
func unreadable(id storage.GameID, row uint64, err error) error {
	var known *storage.Damage
	if errors.As(err, &known) || !errors.Is(err, storage.ErrBroken) && !errors.Is(err, storage.ErrDamaged) {
		return err
	}
	return &storage.Damage{Game: id, Row: row, Why: fmt.Sprintf("row %d cannot be read: %v", row, err)}
}

// wrap says what an error prevented; it returns nil for nil.
func wrap(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(doing+": %w", append(args, err)...)
}

// result returns one or, if err is not nil, the zero value and an error that says what err prevented.
func result[T any](one T, err error, doing string, args ...any) (T, error) {
	if err != nil {
		var none T
		return none, fmt.Errorf(doing+": %w", append(args, err)...)
	}
	return one, nil
}
