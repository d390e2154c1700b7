package faults_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"grognard/bot/localtable"
	"grognard/bot/localtable/faults"
)

func Example() {
	list, err := faults.ParseScenario("GET /gateway 503\non IDENTIFY op 9 false")
	if err != nil {
		log.Fatal(err)
	}
	spoil := faults.New(list)
	table, err := localtable.New(localtable.Options{Fault: spoil.Fault, Gateway: spoil})
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	server := httptest.NewServer(table.Handler())
	defer server.Close()
	for range 2 { // a step is carried out once
		resp, err := http.Get(server.URL + "/api/v10/gateway")
		if err != nil {
			log.Fatal(err)
		}
		resp.Body.Close()
		fmt.Println(resp.Status)
	}
	// Output:
	// 503 Service Unavailable
	// 401 Unauthorized
}
