# Verifies a webhook with Ruby's standard library. Copy genuine?; the rest tests it against vectors.json: ruby verify.rb
require 'json'
require 'openssl'
require 'time'

# `headers`: by lowercase name; `body`: the raw bytes (Rails: request.raw_post); `now`: a Time;
# `mode`: the account's webhook_signature setting.
def genuine?(headers, body, secret, now, mode: 'timestamp', tolerance_s: 300)
  timestamp = headers['svc-timestamp'].to_s
  signed = mode == 'timestamp' ? "#{timestamp}.".b + body : body
  digits = OpenSSL::HMAC.hexdigest('SHA256', secret, signed)
  expected = mode == 'sha256' ? "sha256=#{digits}" : digits
  return false unless OpenSSL.secure_compare(expected, headers['svc-signature'].to_s)

  (now - Time.iso8601(timestamp)).abs <= tolerance_s
rescue ArgumentError # not ISO 8601
  false
end

if $PROGRAM_NAME == __FILE__
  vectors = JSON.parse(File.read(ARGV[0] || File.join(__dir__, 'vectors.json')))
  wrong = vectors.reject do |vector|
    headers = { 'svc-signature' => vector['signature'], 'svc-timestamp' => vector['timestamp'] }
    now = Time.at(vector['now'].to_i)
    genuine = genuine?(headers, vector['body'].unpack1('m'), vector['secret'], now, mode: vector['mode'])
    genuine == (vector['genuine'] == 'yes')
  end
  puts "#{vectors.size} vectors", wrong.map { |vector| "wrong: #{vector['name']}" }
  exit(wrong.empty? && !vectors.empty?)
end
