// Verifies a webhook with the standard library only; run this file to test it against vectors.json.
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verify {
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  // The two headers, or empty strings if they are missing; the raw bytes of the body (Spring: @RequestBody byte[]).
  // `mode`: the account's webhook_signature setting: timestamp, body or sha256.
  static boolean isGenuine(String signature, String timestamp, byte[] body, String secret, Instant now, String mode)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    if (mode.equals("timestamp")) mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = (mode.equals("sha256") ? "sha256=" : "") + HexFormat.of().formatHex(mac.doFinal(body));
    byte[] given = signature.getBytes(StandardCharsets.UTF_8);
    // Compares in constant time.
    if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given)) return false;
    try {
      Instant sent = OffsetDateTime.parse(timestamp).toInstant();
      return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    } catch (DateTimeParseException none) {
      return false;
    }
  }

  public static void main(String[] words) throws Exception {
    String text = Files.readString(Path.of(words.length > 0 ? words[0] : "vectors.json"));
    // Java has no JSON parser; in this file every value is a string without backslashes, and no object is nested.
    List<Map<String, String>> vectors = new ArrayList<>();
    for (var object = Pattern.compile("\\{[^}]*}").matcher(text); object.find(); ) {
      Map<String, String> vector = new HashMap<>();
      var member = Pattern.compile("\"(\\w+)\": \"([^\"]*)\"").matcher(object.group());
      while (member.find()) vector.put(member.group(1), member.group(2));
      vectors.add(vector);
    }
    System.out.println(vectors.size() + " vectors");
    boolean right = !vectors.isEmpty();
    for (var vector : vectors) {
      byte[] body = Base64.getDecoder().decode(vector.get("body"));
      Instant now = Instant.ofEpochSecond(Long.parseLong(vector.get("now")));
      boolean genuine =
          isGenuine(vector.get("signature"), vector.get("timestamp"), body, vector.get("secret"), now, vector.get("mode"));
      if (genuine == vector.get("genuine").equals("yes")) continue;
      System.out.println("wrong: " + vector.get("name"));
      right = false;
    }
    System.exit(right ? 0 : 1);
  }
}
