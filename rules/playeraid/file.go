package playeraid

import "grognard/rules/document"

// FileName is the name of the only file, beside a rulebook, of a module that has only tables.
const FileName = "tables.yaml"

// The file as it is written. Tables, terrain and results have several forms, which are read from their nodes.
type (
	file struct {
		Title, Series document.Word
		Tables        document.Anything // tables, or the rows of tables
		Terrain       document.Anything
		Modifiers     document.Dict[modifierFile]
		Results       document.Anything
	}
	tableFile struct {
		Title, Rule, Strengths, Round, Below, Rows document.Word
	}
	modifierFile struct {
		Rule, Shift, Roll, Attack, Defence document.Word
		Tables                             document.List[document.Word]
	}
	resultFile struct {
		Means, Attacker, Defender, AttackerRetreat, DefenderRetreat document.Word
	}
)
