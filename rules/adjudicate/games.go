package adjudicate

import (
	"os"

	"grognard/rules"
	"grognard/rules/modules"
)

// Games reads the modules in a directory of module folders, so that cases can use them; none where dir is "".
func Games(dir string) (games []*modules.Definition, err error) {
	if dir == "" {
		return nil, nil
	}
	folders, err := modules.Folders(dir, os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		d, _, err := rules.Modules().Folder(f)
		if err != nil {
			return nil, err
		}
		games = append(games, d)
	}
	return games, nil
}
