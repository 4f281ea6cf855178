// Creates a payment session using only Go: go run call.go, after eval "$(npx sim env)".
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := fmt.Sprintf(
		`{"agreement_id":%q,"amount_reference":10,"currency_reference":"USD","identifier":"A-1001"}`,
		os.Getenv("SIM_AGREEMENT_ID"))
	url := os.Getenv("SIM_URL") + "/api/v1/ext/payment-sessions/request"
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SIM_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	fmt.Println(string(text))
}
