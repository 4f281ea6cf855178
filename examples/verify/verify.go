// Verifies a webhook with Go's standard library. Copy isGenuine; the rest tests it against vectors.json: go run verify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"
)

const tolerance = 5 * time.Minute

// isGenuine takes the two headers (request.Header.Get("svc-signature")), the raw bytes of the body (io.ReadAll(request.Body)),
// and the mode: the account's webhook_signature setting (timestamp, body or sha256).
func isGenuine(signature, timestamp string, body []byte, secret string, now time.Time, mode string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	if mode == "timestamp" {
		mac.Write([]byte(timestamp + "."))
	}
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	if mode == "sha256" {
		expected = "sha256=" + expected
	}
	if !hmac.Equal([]byte(expected), []byte(signature)) {
		return false
	}
	sent, err := time.Parse(time.RFC3339, timestamp)
	return err == nil && now.Sub(sent).Abs() <= tolerance
}

func main() {
	file := "vectors.json"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	text, err := os.ReadFile(file)
	var vectors []map[string]string
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(len(vectors), "vectors")
	code := 0
	if len(vectors) == 0 {
		code = 1
	}
	for _, vector := range vectors {
		body, _ := base64.StdEncoding.DecodeString(vector["body"])
		seconds, _ := strconv.ParseInt(vector["now"], 10, 64)
		now := time.Unix(seconds, 0)
		genuine := isGenuine(vector["signature"], vector["timestamp"], body, vector["secret"], now, vector["mode"])
		if genuine != (vector["genuine"] == "yes") {
			fmt.Println("wrong:", vector["name"])
			code = 1
		}
	}
	os.Exit(code)
}
