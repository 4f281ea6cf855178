# Receivers in Ruby, each with one mistake, at POST /NAME. Prints its port.
require "json"
require "openssl"
require "socket"
require "time"

SECRET = ENV.fetch("WEBHOOK_SECRET")

def hmac(text, secret = SECRET)
  OpenSSL::HMAC.hexdigest("SHA256", secret, text)
end

RECEIVERS = {
  "inspect" => ->(timestamp, body) { hmac("#{timestamp}.#{JSON.parse(body)}") },
  "seconds" => ->(timestamp, body) { hmac("#{Time.iso8601(timestamp).to_i}.#{body}") },
  "base64" => lambda { |timestamp, body|
    [OpenSSL::HMAC.digest("SHA256", SECRET, "#{timestamp}.#{body}")].pack("m0")
  },
  "quotes" => ->(timestamp, body) { hmac("#{timestamp}.#{body}", "'#{SECRET}'") }
}.freeze

def valid?(name, headers, body)
  RECEIVERS.fetch(name).call(headers["svc-timestamp"].to_s, body) == headers["svc-signature"]
rescue ArgumentError
  false
end

server = TCPServer.new("127.0.0.1", 0)
puts server.addr[1]
$stdout.flush
loop do
  client = server.accept
  _, path = client.gets.split
  headers = {}
  while (line = client.gets.chomp) != ""
    name, value = line.split(": ", 2)
    headers[name.downcase] = value
  end
  body = client.read(headers["content-length"].to_i)
  status = valid?(path[1..], headers, body) ? "200 OK" : "401 Unauthorized"
  client.write("HTTP/1.1 #{status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
  client.close
end
