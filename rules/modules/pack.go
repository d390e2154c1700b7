package modules

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
)

// Source is a module's files, by name: game.yaml, map.yaml, charts.yaml, units.yaml and setup.yaml, all of
// which are required, and overlay files under the same names with the prefix Overlay.
type Source map[string][]byte

// Overlay is the prefix for the name of a file that is laid over another one.
const Overlay = "overlay/"

//go:embed */*.yaml
var embedded embed.FS

// Embedded lists the modules that ship with the program, by identifier.
func Embedded() []string {
	dirs, err := embedded.ReadDir(".")
	if err != nil { // reading the embedded root cannot fail
		return nil
	}
	var ids []string
	for _, d := range dirs {
		ids = append(ids, d.Name())
	}
	return ids
}

// Load compiles a module that ships with the program.
func (d Dialects) Load(id string) (*Definition, error) {
	blob, err := Blob(id)
	if err != nil {
		return nil, err
	}
	def, err := d.Unpack(blob)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", id, err)
	}
	return def, nil
}

// Blob returns the packed files of a module that ships with the program. The store keeps it with each game, so that
// a running game does not depend on the files of a newer program.
func Blob(id string) ([]byte, error) {
	src, err := Files(id)
	return Pack(src), err
}

// Files returns the files of a module that ships with the program.
func Files(id string) (Source, error) {
	if !slices.Contains(Embedded(), id) {
		return nil, fmt.Errorf("no module %q ships with the program", id)
	}
	src := Source{}
	files, err := embedded.ReadDir(id)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", id, err)
	}
	for _, f := range files {
		if src[f.Name()], err = embedded.ReadFile(path.Join(id, f.Name())); err != nil {
			return nil, fmt.Errorf("module %s: %w", id, err)
		}
	}
	return src, nil
}

// header begins every blob; its number changes with the format.
const header = "grognard module 1\n"

var errBlob = errors.New("not a packed module")

// Pack writes a module's files as one blob: a header, then each file, by name, as its name, its length in bytes and its
// text. The same files give the same bytes, so a blob's hash names a module.
func Pack(files Source) []byte {
	var b bytes.Buffer
	b.WriteString(header)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%q %d\n", name, len(files[name]))
		b.Write(files[name])
	}
	return b.Bytes()
}

// Reopen compiles the packed module of a running game. Its files passed the checks when the game began; checks
// that were added since must not prevent it from being played.
func (d Dialects) Reopen(blob []byte) (*Definition, error) {
	def, err := d.Unpack(blob)
	if def == nil {
		return nil, err
	}
	return def, nil
}

// Unpack compiles a packed module. With an error it must not start new games; it is then compiled as far as possible,
// or nil. The error joins every Finding, or says that the blob is no module. Hash is the SHA-256 of the blob.
func (d Dialects) Unpack(blob []byte) (*Definition, error) {
	src, err := unpack(blob)
	if err != nil {
		return nil, err
	}
	def, err := d.compile(src, "") // with any identifier
	if def != nil {
		def.Hash = sha256.Sum256(blob)
	}
	return def, err
}

// unpack splits a blob into files. It accepts only what Pack writes, so that no two blobs hold the same files.
func unpack(blob []byte) (Source, error) {
	rest, ok := bytes.CutPrefix(blob, []byte(header))
	if !ok {
		return nil, errBlob
	}
	src := Source{}
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		quoted, length, ok := bytes.Cut(line, []byte(" "))
		name, errName := strconv.Unquote(string(quoted))
		n, errLength := strconv.Atoi(string(length))
		if !ok || errName != nil || errLength != nil || n < 0 || n > len(after) {
			return nil, errBlob
		}
		src[name], rest = after[:n], after[n:]
	}
	if !bytes.Equal(Pack(src), blob) {
		return nil, errBlob
	}
	return src, nil
}
