// Package playeraid reads games of which only the tables are wanted: their tables, terrain charts and named modifiers,
// from one file. Such a module has no map and no units. It is looked up, and no game of it can be opened.
//
// It is a folder with the file tables.yaml, whose keys and names stand as they are printed, in any language:
//
//	title: Crossing at Kiev
//	series: scs
//	tables:
//	  Combat: |
//	    2d6  1:2 1:1  2:1   3:1+
//	    2-5  A2  A1*  A1D1  NE
//	    6-9  A1  A1D1 D1r1  D1r2
//	    10+  NE  D1r1 D2r2* D3r3
//	  Barrage:
//	    strengths: alone
//	    rows: |
//	      d10  1-5 6-10 11+
//	      0-4  -   -    S
//	      5-9  -   S    S
//	terrain:
//	  Woods: {move: 2, shift: -1}
//	  River: {move: +1, attack: 1/2, rule: "4.2"}
//	modifiers:
//	  Armour: {shift: +1, rule: "7.1"}
//	results:
//	  NE: no effect
//	  S: suppressed
//	  "*": {means: the defender loses one more step, defender: 1}
//
// The first line of a table has its dice and its columns, each other line a roll and its results. Blanks separate them,
// or bars where results have blanks in them. 6-9, 10+ and 5- are several rolls. Columns that are odds are read by the
// ratio of two strengths, words by none. For numbers the key strengths says how (ratio, difference, alone, none); the
// lines then stand under rows. With round: nearest, as in the series scs, the quotient of the greater and the lesser
// strength is rounded, else fractions count for the defender. below: first reads odds that are worse than the first
// column in it; another word is the result of whatever lies left of the first column, by odds or by shifts, without a
// roll, and no shift leads back from there. title and rule say what the table is called and cite its paragraph.
//
// Dice are sums such as 2d6 and d10, or d66, tens and units. Where rows begin with 0, the top of a d10 or d100 is 0.
//
// A chart of terrain with names of sides above the kinds of terrain is one for each side. The keys shift, roll, attack
// and defence act; rule cites; any other key is a column, printed as it stands. What acts, terrain or modifiers, can be
// named in a fight. Modifiers count in every table that compares strengths, or in those that their key tables names.
//
// Results must have a meaning where strengths are compared: every mark in them is explained under results, but for
// numbers, and with series: scs for the codes of that series. A meaning says what it costs by the keys attacker and
// defender (steps), attacker-retreat and defender-retreat (hexes): a number, or n for the number behind the mark.
//
// Limits: 20 tables of at most 40 columns and 120 rows, 60 kinds of terrain, 40 modifiers; dice with 50,000 throws.
package playeraid
