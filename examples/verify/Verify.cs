// Verifies a webhook with only the standard libraries of .NET or Mono. Copy IsGenuine; the rest tests it against vectors.json: mcs Verify.cs && mono Verify.exe
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

static class Verify
{
    static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);

    /// <summary>
    /// The two headers, or empty strings if they are missing; the raw bytes of the body (ASP.NET: Request.Body, copied to a
    /// MemoryStream); and the mode: the account's webhook_signature setting (timestamp, body or sha256).
    /// </summary>
    static bool IsGenuine(string signature, string timestamp, byte[] body, string secret, DateTimeOffset now, string mode)
    {
        byte[] head = Encoding.UTF8.GetBytes(mode == "timestamp" ? timestamp + "." : "");
        byte[] digest;
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            digest = hmac.ComputeHash(head.Concat(body).ToArray());
        string digits = BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
        if (!AreEqual((mode == "sha256" ? "sha256=" : "") + digits, signature)) return false;
        DateTimeOffset sent;
        if (!Regex.IsMatch(timestamp, @"^\d{4}-\d\d-\d\dT")) return false;
        if (!DateTimeOffset.TryParse(timestamp, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out sent)) return false;
        return (now - sent).Duration() <= Tolerance;
    }

    /// <summary>Compares in constant time. .NET has CryptographicOperations.FixedTimeEquals for this; Mono doesn't.</summary>
    static bool AreEqual(string expected, string given)
    {
        if (expected.Length != given.Length) return false;
        int differences = 0;
        for (int i = 0; i < expected.Length; i++) differences |= expected[i] ^ given[i];
        return differences == 0;
    }

    static int Main(string[] words)
    {
        string text = File.ReadAllText(words.Length > 0 ? words[0] : "vectors.json");
        // Mono has no JSON parser; in this file every value is a string without backslashes, and no object is nested.
        var vectors = Regex.Matches(text, @"\{[^}]*}").Cast<Match>().Select(Members).ToList();
        var wrong = vectors.Where(vector => !IsRight(vector)).ToList();
        Console.WriteLine(vectors.Count + " vectors");
        foreach (var vector in wrong) Console.WriteLine("wrong: " + vector["name"]);
        return wrong.Count > 0 || vectors.Count == 0 ? 1 : 0;
    }

    static Dictionary<string, string> Members(Match found)
    {
        var members = Regex.Matches(found.Value, "\"(\\w+)\": \"([^\"]*)\"").Cast<Match>();
        return members.ToDictionary(member => member.Groups[1].Value, member => member.Groups[2].Value);
    }

    static bool IsRight(Dictionary<string, string> vector)
    {
        var now = DateTimeOffset.FromUnixTimeSeconds(long.Parse(vector["now"]));
        byte[] body = Convert.FromBase64String(vector["body"]);
        bool genuine = IsGenuine(vector["signature"], vector["timestamp"], body, vector["secret"], now, vector["mode"]);
        return genuine == (vector["genuine"] == "yes");
    }
}
