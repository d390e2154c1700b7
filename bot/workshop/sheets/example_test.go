package sheets_test

import (
	"fmt"
	"io"
	"log"
	"os"

	"grognard/bot/workshop/sheets"
)

func Example() {
	folder, err := os.MkdirTemp("", "kiev")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	err = sheets.Begin(folder, io.Discard)
	if err != nil {
		log.Fatal(err)
	}
	text, err := sheets.Import("weather.csv", []byte("Roll;Summer;Autumn\n2–6;Clear;Light rain\n7–12;Storm;Mud\n"))
	fmt.Print(text, err)
	// Output:
	//   "weather": |
	//       2d6  | Summer | Autumn
	//       2–6  | Clear  | Light rain
	//       7–12 | Storm  | Mud
	// <nil>
}
