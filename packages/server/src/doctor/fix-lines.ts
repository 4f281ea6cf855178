import type { ReceiverFramework, WebhookSignatureVariant } from '@svc-simulator/contract';
import type { MistakeKind } from '@svc-simulator/webhooks/mistakes.ts';
import type { ReceiverLanguage } from '@svc-simulator/webhooks/wrong-webhooks.ts';

type FormatHeader = (name: string) => string;

/** Correct code in one language. The variables are `secret` and `body` (the raw bytes). */
interface LanguageCode {
  readonly secret: string;
  /** The signed text of the signature variant `timestamp`. */
  readonly signedText: (timestamp: string) => string;
  /** Computes the signature of a text; `prefix` is code for what comes before its digits. */
  readonly expected: (text: string, prefix: string) => string;
  readonly compare: (signature: string) => string;
  readonly age: (timestamp: string) => string;
  /** A text with the values that the code used. */
  readonly returned: string;
}

const javascriptCode: LanguageCode = {
  secret: 'const secret = process.env.WEBHOOK_SECRET.trim();',
  signedText: (timestamp) => `Buffer.concat([Buffer.from(${timestamp} + '.'), body])`,
  expected: (text, prefix) =>
    `const expected = ${prefix}crypto.createHmac('sha256', secret).update(${text}).digest('hex');`,
  compare: (signature) => `const isValid = ${signature} === expected; // or crypto.timingSafeEqual`,
  age: (timestamp) => `const isRecent = Math.abs(Date.now() - Date.parse(${timestamp})) <= 5 * 60 * 1000;`,
  returned:
    'JSON.stringify({ received: String(received), computed: String(computed), age, key_length: secret.length, signed: String(signed) })',
};

const pythonCode: LanguageCode = {
  secret: 'secret = os.environ["WEBHOOK_SECRET"].strip().encode()',
  signedText: (timestamp) => `${timestamp}.encode() + b"." + body`,
  expected: (text, prefix) => `expected = ${prefix}hmac.new(secret, ${text}, hashlib.sha256).hexdigest()`,
  compare: (signature) => `is_valid = hmac.compare_digest(expected, ${signature})`,
  age: (timestamp) =>
    `sent = datetime.strptime(${timestamp}, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)\nis_recent = abs(datetime.now(timezone.utc) - sent) <= timedelta(minutes=5)`,
  returned:
    'json.dumps({"received": received, "computed": computed, "age": age, "key_length": len(secret), "signed": signed}, default=lambda value: value.decode() if isinstance(value, bytes) else str(value))',
};

const codeByLanguage = {
  javascript: javascriptCode,
  python: pythonCode,
  php: {
    secret: "$secret = trim(getenv('WEBHOOK_SECRET'));",
    signedText: (timestamp) => `${timestamp} . '.' . $body`,
    expected: (text, prefix) => `$expected = ${prefix}hash_hmac('sha256', ${text}, $secret);`,
    compare: (signature) => `$isValid = hash_equals($expected, ${signature});`,
    age: (timestamp) => `$isRecent = abs(time() - strtotime(${timestamp})) <= 300;`,
    returned:
      "json_encode(['received' => $received, 'computed' => $computed, 'age' => $age, 'key_length' => strlen($secret), 'signed' => $signed], JSON_INVALID_UTF8_SUBSTITUTE)",
  },
  java: {
    secret: 'byte[] secret = System.getenv("WEBHOOK_SECRET").strip().getBytes(UTF_8);',
    signedText: (timestamp) => `concat((${timestamp} + ".").getBytes(UTF_8), body)`,
    expected: (text, prefix) =>
      `String expected = ${prefix}HexFormat.of().formatHex(mac.doFinal(${text})); // Mac.getInstance("HmacSHA256")`,
    compare: (signature) =>
      `boolean isValid = MessageDigest.isEqual(expected.getBytes(), ${signature}.getBytes());`,
    age: (timestamp) =>
      `boolean isRecent = Duration.between(Instant.parse(${timestamp}), Instant.now()).abs().toMinutes() < 5;`,
    returned:
      '"received=" + received + " computed=" + computed + " age=" + age + " key_length=" + webhookSecret.length() + " signed=" + new String(signed, StandardCharsets.UTF_8)',
  },
  go: {
    secret: 'secret := []byte(strings.TrimSpace(os.Getenv("WEBHOOK_SECRET")))',
    signedText: (timestamp) => `append([]byte(${timestamp}+"."), body...)`,
    expected: (text, prefix) => `expected := ${prefix}hex.EncodeToString(hmacSHA256(secret, ${text}))`,
    compare: (signature) => `isValid := hmac.Equal([]byte(expected), []byte(${signature}))`,
    age: (timestamp) =>
      `sent, err := time.Parse(time.RFC3339, ${timestamp})\nisRecent := err == nil && time.Since(sent).Abs() <= 5*time.Minute`,
    returned:
      'fmt.Sprintf("received=%s computed=%s age=%v key_length=%d signed=%s", received, computed, age, len(secret), signed)',
  },
  ruby: {
    secret: 'secret = ENV.fetch("WEBHOOK_SECRET").strip',
    signedText: (timestamp) => `"#{${timestamp}}.".b + body`,
    expected: (text, prefix) => `expected = ${prefix}OpenSSL::HMAC.hexdigest("SHA256", secret, ${text})`,
    compare: (signature) => `is_valid = Rack::Utils.secure_compare(expected, ${signature})`,
    age: (timestamp) => `is_recent = (Time.now.utc - Time.iso8601(${timestamp})).abs <= 300`,
    returned:
      '{ received: received, computed: computed, age: age, key_length: secret.bytesize, signed: signed }.to_json',
  },
  csharp: {
    secret:
      'var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!.Trim());',
    signedText: (timestamp) => `Encoding.UTF8.GetBytes(${timestamp} + ".").Concat(body).ToArray()`,
    expected: (text, prefix) =>
      `var expected = ${prefix}Convert.ToHexString(HMACSHA256.HashData(secret, ${text})).ToLowerInvariant();`,
    compare: (signature) => `var isValid = ${signature} == expected;`,
    age: (timestamp) =>
      `var isRecent = (DateTimeOffset.UtcNow - DateTimeOffset.Parse(${timestamp})).Duration() <= TimeSpan.FromMinutes(5);`,
    returned:
      '$"received={received} computed={computed} age={age} key_length={secret.Length} signed={signed}"',
  },
  pseudocode: {
    secret: 'secret = trim(WEBHOOK_SECRET)',
    signedText: (timestamp) => `${timestamp} + "." + body`,
    expected: (text, prefix) =>
      `expected = ${prefix}lowercase_hex(hmac_sha256(key = secret, message = ${text}))`,
    compare: (signature) => `valid = constant_time_equal(expected, ${signature})`,
    age: (timestamp) => `recent = |now_utc - parse_iso8601(${timestamp})| <= 5 minutes`,
    returned:
      '"received=" + received + " computed=" + computed + " age=" + age + " key_length=" + length(secret) + " signed=" + signed',
  },
} as const satisfies Readonly<Record<string, LanguageCode>>;

/** How programs with a framework read the raw bytes of the body, and a header. */
type FrameworkCode = readonly [language: keyof typeof codeByLanguage, body: string, header: FormatHeader];

const nodeHeader: FormatHeader = (name) => `request.headers['${name}']`;
const pythonHeader: FormatHeader = (name) => `request.headers["${name}"]`;
const rackName = (name: string) => `HTTP_${name.toUpperCase().replaceAll('-', '_')}`;
const javaHeader: FormatHeader = (name) => `request.getHeader("${name}")`;
const webCode: FrameworkCode = [
  'javascript',
  'const body = Buffer.from(await request.arrayBuffer());',
  (name) => `request.headers.get('${name}')`,
];

const codeByFramework: Readonly<Record<ReceiverFramework | 'pseudocode', FrameworkCode>> = {
  nest: [
    'javascript',
    'NestFactory.create(AppModule, { rawBody: true }); // then: const body = request.rawBody;',
    nodeHeader,
  ],
  next: webCode,
  fastify: [
    'javascript',
    "app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));",
    nodeHeader,
  ],
  hono: webCode,
  express: [
    'javascript',
    "app.use('/webhooks', express.raw({ type: 'application/json' })); // before express.json(); body = request.body",
    nodeHeader,
  ],
  laravel: ['php', '$body = $request->getContent();', (name) => `$request->header('${name}')`],
  django: ['python', 'body = request.body', pythonHeader],
  flask: ['python', 'body = request.get_data()', pythonHeader],
  spring: ['java', '@RequestBody byte[] body', javaHeader],
  go: ['go', 'body, err := io.ReadAll(request.Body)', (name) => `request.Header.Get("${name}")`],
  ruby: ['ruby', 'body = request.body.read', (name) => `request.get_header("${rackName(name)}")`],
  csharp: [
    'csharp',
    'var stream = new MemoryStream(); await Request.Body.CopyToAsync(stream); var body = stream.ToArray();',
    (name) => `Request.Headers["${name}"].ToString()`,
  ],
  node: ['javascript', 'const body = await buffer(request); // node:stream/consumers', nodeHeader],
  php: ['php', "$body = file_get_contents('php://input');", (name) => `$_SERVER['${rackName(name)}']`],
  java: ['java', 'byte[] body = request.getInputStream().readAllBytes();', javaHeader],
  python: [
    'python',
    'body = await request.body()  # http.server: self.rfile.read(int(self.headers["content-length"]))',
    pythonHeader,
  ],
  pseudocode: [
    'pseudocode',
    'body = the bytes of the request, before anything parses them',
    (name) => `header("${name}")`,
  ],
};

/** Returns the framework, or the language that the responses name if the framework has a different one. */
export function shownFramework(
  framework: ReceiverKind['framework'],
  language: ReceiverLanguage | undefined,
): ReceiverKind['framework'] {
  if (!language || (framework && codeByFramework[framework][0] === language)) return framework;
  return language === 'javascript' ? 'node' : language;
}

export function languageOfFramework(framework: ReceiverFramework): ReceiverLanguage | undefined {
  const [language] = codeByFramework[framework];
  return language === 'pseudocode' ? undefined : language;
}

export interface ReceiverKind {
  readonly variant: WebhookSignatureVariant;
  readonly framework?: ReceiverFramework | 'pseudocode' | undefined;
}

/** Returns code for a text with the values that a receiver should return, for `readReturnedValues`. */
export function returnedLine({ framework = 'pseudocode' }: ReceiverKind): string {
  const [language] = codeByFramework[framework];
  return codeByLanguage[language].returned;
}

export function fixLines(
  error: MistakeKind['error'],
  { variant, framework = 'pseudocode' }: ReceiverKind,
): readonly string[] {
  const [language, body, header] = codeByFramework[framework];
  const { secret, signedText, expected, compare, age }: LanguageCode = codeByLanguage[language];
  const bodyName = language === 'php' ? '$body' : 'body';
  const text = variant === 'timestamp' ? signedText(header('svc-timestamp')) : bodyName;
  const prefix = { javascript: "'sha256=' + ", php: "'sha256=' . " }[language as string] ?? '"sha256=" + ';
  const signature = [expected(text, variant === 'sha256' ? prefix : ''), compare(header('svc-signature'))];
  if (error === 'signature_raw_body') return [body, ...signature];
  if (error === 'signature_secret') return [secret];
  if (error === 'clock_differs') return age(header('svc-timestamp')).split('\n');
  return signature;
}
