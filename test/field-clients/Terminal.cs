// A terminal with upper-case digits, as Convert.ToHexString writes them, from docs/en/terminals.md alone: Terminal.exe URL SERIAL CODE
using System;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

static class Terminal
{
    static readonly HttpClient Client = new HttpClient();

    static string Call(string url, string method, string path, string body, string secret)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), url + path);
        if (body != "") request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        if (secret != null)
        {
            string timestamp = DateTime.UtcNow.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
            byte[] message = Encoding.UTF8.GetBytes(body + "\n" + timestamp + "\n" + path);
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
                request.Headers.Add("x-pos-signature", BitConverter.ToString(hmac.ComputeHash(message)).Replace("-", ""));
            request.Headers.Add("x-pos-timestamp", timestamp);
        }
        var response = Client.SendAsync(request).Result;
        string text = response.Content.ReadAsStringAsync().Result;
        if (!response.IsSuccessStatusCode) throw new Exception(text);
        return text;
    }

    static void Main(string[] words)
    {
        string url = words[0], serial = words[1];
        string place = "/api/v1/pos-terminals/" + serial;
        string pairing = "{\"serial\":\"" + serial + "\",\"code\":\"" + words[2] + "\"}";
        string activated = Call(url, "POST", place + "/pairing/activate", pairing, null);
        string secret = Regex.Match(activated, "\"secret_key\":\"([^\"]+)\"").Groups[1].Value;
        string pending = Call(url, "GET", place + "/transactions?status=PENDING", "", secret);
        foreach (Match order in Regex.Matches(pending, "\"orderId\":\"([^\"]+)\""))
        {
            string id = order.Groups[1].Value;
            Call(url, "POST", place + "/transactions/" + id + "/commit", "{\"authorizationCode\":\"A-1\"}", secret);
            Console.WriteLine("paid " + id);
        }
    }
}
