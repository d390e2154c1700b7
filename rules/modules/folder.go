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
)

// Folder is a module in files of their own: a new game, or with the identifier of
// a module that ships an overlay over that one.
type Folder struct {
	ID    string // its name, which is the module's identifier
	Where string // its path, as findings name it
	Files fs.FS
}

// Folders are the modules in a folder of such folders, by identifier. Where is its
// path. What is no folder, or hidden by a dot, is left alone.
func Folders(where string, files fs.FS) ([]Folder, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("cannot read the modules in %s: %w", where, err)
	}
	var out []Folder
	for _, e := range entries {
		name := e.Name()
		info, err := fs.Stat(files, name) // which follows links
		if err != nil || !info.IsDir() || strings.HasPrefix(name, ".") {
			continue
		}
		inside, err := fs.Sub(files, name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the modules in %s: %w", where, err)
		}
		out = append(out, Folder{ID: name, Where: path.Join(where, name), Files: inside})
	}
	return out, nil
}

// Overlays says whether the folder lies over a module that ships.
func (f Folder) Overlays() bool { return slices.Contains(Embedded(), f.ID) }

// Folder compiles a folder's module and packs it, with what it lies over. Findings
// name the files by where they lie.
func (d Dialects) Folder(f Folder) (*Definition, []byte, error) {
	src, err := f.gather()
	if err != nil {
		return nil, nil, err
	}
	def, err := d.compile(src, f.ID)
	if err != nil {
		return nil, nil, f.placed(err)
	}
	for i, w := range def.Warnings {
		def.Warnings[i] = f.moved(w)
	}
	blob := Pack(src)
	def.Hash = sha256.Sum256(blob)
	return def, blob, nil
}

// gather reads the folder's YAML files. Others, such as notes, may lie beside them.
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
		if ext := path.Ext(name); ext != ".yaml" && ext != ".yml" || strings.HasPrefix(name, ".") {
			continue
		}
		found = true
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

// text reads a file, but no more of one than tells that it is too large.
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

// placed names files by where they lie.
func (f Folder) placed(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, f.placed(e))
		}
		return errors.Join(all...)
	}
	if one, ok := err.(document.Finding); ok {
		return f.moved(one)
	}
	return err
}

func (f Folder) moved(one document.Finding) document.Finding {
	name, over := strings.CutPrefix(one.File, Overlay)
	if over || !f.Overlays() {
		one.File = path.Join(f.Where, name)
	} else {
		one.File = "embedded " + path.Join(f.ID, name)
		one.Message += ", with what " + f.Where + " changes" // by itself it has no mistakes
	}
	return one
}
