package state

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// files keeps the bytes of attachments under their SHA-256: in a folder beside the table's file, or in memory.
type files struct {
	dir string   // "" for memory
	mem sync.Map // the bytes by name
}

func openFiles(journal string) (*files, error) {
	if journal == "" {
		return &files{}, nil
	}
	dir := journal + ".files"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder for pictures: %w", err)
	}
	return &files{dir: dir}, nil
}

// put stores data and returns its name. Existing data is left alone, because the same name means the same bytes.
func (f *files) put(data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if f.dir == "" {
		f.mem.Store(name, data)
		return name, nil
	}
	path := filepath.Join(f.dir, name)
	if _, err := os.Stat(path); err == nil {
		return name, nil
	}
	part, err := os.CreateTemp(f.dir, "part-*")
	if err != nil {
		return "", fmt.Errorf("keep a picture: %w", err)
	}
	_, err = part.Write(data)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), path) // whole or not at all
	}
	if err != nil {
		return "", fmt.Errorf("keep a picture: %w", errors.Join(err, os.Remove(part.Name())))
	}
	return name, nil
}

// Get returns the data with a name, or fs.ErrNotExist for a name that put never returned.
func (f *files) Get(name string) ([]byte, error) {
	if raw, err := hex.DecodeString(name); err != nil || len(raw) != sha256.Size {
		return nil, fs.ErrNotExist
	}
	if f.dir == "" {
		data, ok := f.mem.Load(name)
		if !ok {
			return nil, fs.ErrNotExist
		}
		return data.([]byte), nil
	}
	return os.ReadFile(filepath.Join(f.dir, name))
}

// Attach stores an upload and returns it as an attachment. The size of a picture is included because the page needs it
// to lay out a message before the picture has loaded.
func (f *files) Attach(id, description string, u check.Upload) (wire.Attachment, error) {
	name, err := f.put(u.Data)
	if err != nil {
		return wire.Attachment{}, err
	}
	a := wire.Attachment{
		ID: id, Filename: u.Name, Description: description, Size: len(u.Data),
		ContentType: http.DetectContentType(u.Data), URL: "/attachments/" + name + "/" + u.Name,
	}
	if picture, _, err := image.DecodeConfig(bytes.NewReader(u.Data)); err == nil {
		a.Width, a.Height = picture.Width, picture.Height
	}
	return a, nil
}
