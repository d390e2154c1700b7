package uploads_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"grognard/bot/localtable/state"
	"grognard/bot/localtable/uploads"
)

func Example() {
	table, err := state.Open(state.Options{Users: []string{"Anna"}, Now: time.Now})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	uploads.Route(mux, table)
	file := `{"user": "` + table.Members[0].ID + `", "name": "old results.csv", "data": "cGxheWVyCg=="}`
	r := httptest.NewRequest(http.MethodPost, "/table/upload", strings.NewReader(file))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, r)
	fmt.Print(answer.Body)
	fmt.Println(table.Uploads["old_results.csv"].Size)
	// Output:
	// {"name":"old_results.csv"}
	// 7
}
