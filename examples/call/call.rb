# Creates a payment session using only Ruby: ruby call.rb, after eval "$(npx sim env)".
require 'json'
require 'net/http'

body = {
  agreement_id: ENV['SIM_AGREEMENT_ID'],
  amount_reference: 10,
  currency_reference: 'USD',
  identifier: 'A-1001'
}
headers = { 'Authorization' => "Bearer #{ENV['SIM_TOKEN']}", 'Content-Type' => 'application/json' }
answer = Net::HTTP.post(URI("#{ENV['SIM_URL']}/api/v1/ext/payment-sessions/request"), body.to_json, headers)
puts JSON.parse(answer.body)['data']['payment_url']
