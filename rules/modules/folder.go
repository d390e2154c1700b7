package modules

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"grognard/rules/document"
	"grognard/rules/ownbook"
)

// Folder is a module outside the program: a new game, or an overlay if it has the identifier of a module that ships.
type Folder struct {
	ID    string // its name, which is the module's identifier
	Where string // its path, as findings name it
	Files fs.FS
}

// Folders returns the modules in a directory of such folders, sorted by identifier. where is the directory's path.
// Plain files, and names that begin with a dot, are ignored.
func Folders(where string, files fs.FS) ([]Folder, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("cannot read the modules in %s: %w", where, err)
	}
	var out []Folder
	for _, e := range entries {
		name := e.Name()
		info, err := fs.Stat(files, name) // follows links
		if err != nil || !info.IsDir() || strings.HasPrefix(name, ".") {
			continue
		}
		out = append(out, Folder{ID: name, Where: path.Join(where, name), Files: inside{files, name}})
	}
	return out, nil
}

// inside is a folder of a file system. Unlike fs.Sub it opens no file for Stat: to open a named pipe may take for ever.
type inside struct {
	whole  fs.FS
	folder string
}

func (i inside) Open(name string) (fs.File, error) { return i.whole.Open(path.Join(i.folder, name)) }
func (i inside) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(i.whole, path.Join(i.folder, name))
}

// Overlays reports whether the folder is an overlay over a module that ships.
func (f Folder) Overlays() bool { return slices.Contains(Embedded(), f.ID) }

// Folder compiles and packs a folder's module, an overlay with the module under it. Findings name files by their paths.
func (d Dialects) Folder(f Folder) (compiled *Definition, packed []byte, err error) {
	src, err := f.gather()
	if err != nil {
		return nil, nil, err
	}
	def, err := d.compile(src, f.ID)
	if err != nil {
		return nil, nil, f.withPaths(err)
	}
	for i, w := range def.Warnings {
		def.Warnings[i] = f.withPath(w)
	}
	blob := Pack(src)
	def.Hash = sha256.Sum256(blob)
	return def, blob, nil
}

// gather reads the folder's YAML files and its rulebook, and ignores others, such as notes.
func (f Folder) gather() (Source, error) {
	src, before := Source{}, ""
	if f.Overlays() {
		var err error
		if src, err = Files(f.ID); err != nil {
			return nil, err
		}
		before = Overlay
	}
	entries, err := fs.ReadDir(f.Files, ".")
	if err != nil {
		return nil, fmt.Errorf("cannot read the module in %s: %w", f.Where, err)
	}
	found := false
	for _, e := range entries {
		name := e.Name()
		readable := slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) || name == ownbook.File
		if !readable || strings.HasPrefix(name, ".") {
			continue
		}
		found = found || name != ownbook.File
		if src[before+name], err = f.text(name); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, document.Finding{File: f.Where,
			Message: "holds no game.yaml, map.yaml, charts.yaml, units.yaml or setup.yaml"}
	}
	return src, nil
}

// text reads a file, up to one byte more than it may have: compile then reports that it is too large.
func (f Folder) text(name string) ([]byte, error) {
	wrong := func(why string) ([]byte, error) {
		return nil, document.Finding{File: path.Join(f.Where, name), Message: why}
	}
	if info, err := fs.Stat(f.Files, name); err != nil {
		return wrong(err.Error())
	} else if !info.Mode().IsRegular() {
		return wrong("is no file")
	}
	file, err := f.Files.Open(name)
	if err != nil {
		return wrong(err.Error())
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return wrong(err.Error())
	}
	return text, nil
}

// withPaths puts the folder's path in front of the file names of findings.
func (f Folder) withPaths(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, f.withPaths(e))
		}
		return errors.Join(all...)
	}
	if one, ok := err.(document.Finding); ok {
		return f.withPath(one)
	}
	return err
}

func (f Folder) withPath(one document.Finding) document.Finding {
	name, over := strings.CutPrefix(one.File, Overlay)
	if over || !f.Overlays() {
		one.File = path.Join(f.Where, name)
	} else {
		one.File = "embedded " + path.Join(f.ID, name)
		one.Message += ", with what " + f.Where + " changes" // the file that ships has no mistakes of its own
	}
	return one
}
