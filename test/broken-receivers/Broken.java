import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receivers in Java, each with one mistake, at POST /NAME. Prints its port. */
class Broken {
    interface Receiver {
        String expect(String timestamp, String body) throws Exception;
    }

    static final String SECRET = System.getenv("WEBHOOK_SECRET");
    static final Instant NOW = Instant.parse(System.getenv("NOW") + "Z");

    static final Map<String, Receiver> RECEIVERS = Map.of(
        "base64", (timestamp, body) -> Base64.getEncoder().encodeToString(hmac(bytes(SECRET), timestamp + "." + body)),
        "capitals", (timestamp, body) -> HexFormat.of().withUpperCase().formatHex(hmac(bytes(SECRET), timestamp + "." + body)),
        "decoded_secret", (timestamp, body) ->
            hex(hmac(Base64.getUrlDecoder().decode(SECRET.substring(6)), timestamp + "." + body)),
        "no_dot", (timestamp, body) -> hex(hmac(bytes(SECRET), timestamp + body)),
        "seconds", (timestamp, body) ->
            hex(hmac(bytes(SECRET), Instant.parse(timestamp).getEpochSecond() + "." + body)),
        "body_alone", (timestamp, body) -> hex(hmac(bytes(SECRET), body)),
        "local_time", (timestamp, body) -> {
            var sent = LocalDateTime.parse(timestamp.replace("Z", "")).atZone(ZoneId.of("America/Caracas"));
            boolean isRecent = Duration.between(sent.toInstant(), NOW).abs().toMinutes() < 5;
            return isRecent ? hex(hmac(bytes(SECRET), timestamp + "." + body)) : "old";
        });

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] hmac(byte[] secret, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return mac.doFinal(bytes(text));
    }

    static boolean isValid(String name, String timestamp, String signature, String body) {
        try {
            return MessageDigest.isEqual(bytes(RECEIVERS.get(name).expect(timestamp, body)), bytes(signature));
        } catch (Exception error) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            var headers = exchange.getRequestHeaders();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String name = exchange.getRequestURI().getPath().substring(1);
            boolean isValid =
                isValid(name, headers.getFirst("svc-timestamp"), headers.getFirst("svc-signature"), body);
            exchange.sendResponseHeaders(isValid ? 200 : 401, -1);
            exchange.close();
        });
        server.start();
        System.out.println(server.getAddress().getPort());
    }
}
