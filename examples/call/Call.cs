// Creates a payment session using only .NET or Mono: mcs -r:System.Net.Http Call.cs && mono Call.exe, after eval "$(npx sim env)".
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;

static class Call
{
    static void Main()
    {
        var body = "{\"agreement_id\":\"" + Environment.GetEnvironmentVariable("SIM_AGREEMENT_ID")
            + "\",\"amount_reference\":10,\"currency_reference\":\"USD\",\"identifier\":\"A-1001\"}";
        var client = new HttpClient();
        client.DefaultRequestHeaders.Authorization =
            new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("SIM_TOKEN"));
        var answer = client.PostAsync(
            Environment.GetEnvironmentVariable("SIM_URL") + "/api/v1/ext/payment-sessions/request",
            new StringContent(body, Encoding.UTF8, "application/json")).Result;
        Console.WriteLine(answer.Content.ReadAsStringAsync().Result);
    }
}
