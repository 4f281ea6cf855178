// Creates a payment session using only Java 11: java Call.java, after eval "$(npx sim env)".
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class Call {
    public static void main(String[] args) throws Exception {
        String body = String.format(
            "{\"agreement_id\":\"%s\",\"amount_reference\":10,\"currency_reference\":\"USD\",\"identifier\":\"A-1001\"}",
            System.getenv("SIM_AGREEMENT_ID"));
        HttpRequest request = HttpRequest
            .newBuilder(URI.create(System.getenv("SIM_URL") + "/api/v1/ext/payment-sessions/request"))
            .header("Authorization", "Bearer " + System.getenv("SIM_TOKEN"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
    }
}
