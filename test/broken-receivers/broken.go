// Receivers in Go, each with one mistake, at POST /NAME. Prints its port.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

var secret = os.Getenv("WEBHOOK_SECRET")

func digest(text string) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func marshal(body string) string {
	var value any
	json.Unmarshal([]byte(body), &value)
	text, _ := json.Marshal(value)
	return string(text)
}

var receivers = map[string]func(timestamp, body string) string{
	"marshal": func(timestamp, body string) string {
		return hex.EncodeToString(digest(timestamp + "." + marshal(body)))
	},
	"no_dot": func(timestamp, body string) string { return hex.EncodeToString(digest(timestamp + body)) },
	"base64": func(timestamp, body string) string {
		return base64.StdEncoding.EncodeToString(digest(timestamp + "." + body))
	},
	"capitals": func(timestamp, body string) string {
		return strings.ToUpper(hex.EncodeToString(digest(timestamp + "." + body)))
	},
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	expected := receivers[request.URL.Path[1:]](request.Header.Get("svc-timestamp"), string(body))
	if !hmac.Equal([]byte(expected), []byte(request.Header.Get("svc-signature"))) {
		response.WriteHeader(http.StatusUnauthorized)
	}
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, http.HandlerFunc(receive))
}
