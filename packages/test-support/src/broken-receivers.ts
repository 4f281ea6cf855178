import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Received } from '../../../test/support/receiver.ts';

/** The credentials and the clock of a receiver. */
export interface ReceiverSetup {
  readonly secret: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface ReceiverResponse {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BrokenReceiver {
  /** The verdict that `sim doctor` must reach. */
  readonly verdict: string;
  /** Returns a function that responds to requests. It can keep state, such as their number. */
  readonly start: (setup: ReceiverSetup) => (request: Received) => ReceiverResponse | number;
}

type Key = string | Buffer | KeyObject;
type Compute = (request: SignedRequest, setup: ReceiverSetup) => string;

interface SignedRequest {
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly request: Received;
}

const hex = (text: string | Buffer, key: Key) => createHmac('sha256', key).update(text).digest('hex');
const json = (body: string) => JSON.parse(body);
/** Formats JSON like Python's `json.dumps`, for the ASCII bodies of these tests. */
const dumps = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([{[]) | ([}\]])/g, '$1$2');
const sortMembers = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, sortMembers(part)]),
      )
    : value;

function signedRequestOf(request: Received): SignedRequest {
  const { headers, rawBody } = request;
  const header = (name: string) => String(headers[name] ?? '');
  return {
    timestamp: header('svc-timestamp'),
    signature: header('svc-signature'),
    body: rawBody.toString(),
    request,
  };
}

const isRecent = (timestamp: string, nowMs: number, toleranceMs = 300_000) =>
  Math.abs(nowMs - Date.parse(timestamp)) <= toleranceMs;

/** Creates a receiver that accepts only the signature that `compute` returns, with a recent timestamp. */
const receiverThatComputes = (
  verdict: string,
  compute: Compute,
  refusal: ReceiverResponse | number = 401,
): BrokenReceiver => ({
  verdict,
  start: (setup) => (request) => {
    const read = signedRequestOf(request);
    try {
      return compute(read, setup) === read.signature && isRecent(read.timestamp, setup.now()) ? 200 : refusal;
    } catch {
      return refusal;
    }
  },
});

/** Creates a receiver that computes the signature correctly, but then responds by a condition of its own. */
const receiverThatDecides = (
  verdict: string,
  judge: (read: SignedRequest, setup: ReceiverSetup, isRight: boolean) => ReceiverResponse | number,
): BrokenReceiver => ({
  verdict,
  start: (setup) => (request) => {
    const read = signedRequestOf(request);
    return judge(read, setup, rightSignature(read, setup) === read.signature);
  },
});

const rightSignature: Compute = ({ timestamp, body }, { secret }) => hex(`${timestamp}.${body}`, secret);
const receiverWithKey = (verdict: string, keyOf: (setup: ReceiverSetup) => Key) =>
  receiverThatComputes(verdict, ({ timestamp, body }, setup) => hex(`${timestamp}.${body}`, keyOf(setup)));
const receiverThatSigns = (verdict: string, textOf: (read: SignedRequest) => string) =>
  receiverThatComputes(verdict, (read, { secret }) => hex(textOf(read), secret));
const receiverThatCounts = (verdict: string, accepts: (count: number) => boolean): BrokenReceiver => ({
  verdict,
  start: () => {
    let count = 0;
    return () => (accepts(count++) ? 200 : 401);
  },
});
const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><center>nginx</center></body></html>`;

/** Receivers that refuse a valid webhook without an explanation, each with one fault. */
export const brokenReceivers: Readonly<Record<string, BrokenReceiver>> = {
  'signs the body alone': receiverThatSigns('signature_with_timestamp', ({ body }) => body),
  'signs the body alone, as GitHub does': receiverThatComputes(
    'signature_with_timestamp',
    ({ body }, { secret }) => `sha256=${hex(body, secret)}`,
  ),
  'signs the body alone in base64, as Shopify does': receiverThatComputes(
    'mistake.form',
    ({ body }, { secret }) => createHmac('sha256', secret).update(body).digest('base64'),
  ),
  'joins without the dot': receiverThatSigns('mistake.separator', ({ timestamp, body }) => timestamp + body),
  'joins in another order': receiverThatSigns(
    'mistake.separator',
    ({ timestamp, body }) => `${body}.${timestamp}`,
  ),
  'expects base64': receiverThatComputes('mistake.form', ({ timestamp, body }, { secret }) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64'),
  ),
  'expects capital digits': receiverThatComputes('mistake.form', (read, setup) =>
    rightSignature(read, setup).toUpperCase(),
  ),
  'uses SHA-512': receiverThatComputes('mistake.no_hmac', ({ timestamp, body }, { secret }) =>
    createHmac('sha512', secret).update(`${timestamp}.${body}`).digest('hex'),
  ),
  'loses zeros in hexadecimal digits': receiverThatComputes('mistake.padding', (read, setup) =>
    rightSignature(read, setup).replace(/0(.)|(..)/g, '$1$2'),
  ),
  'loses zeros at the beginning of the signature': receiverThatComputes('mistake.padding', (read, setup) =>
    rightSignature(read, setup).replace(/^0+/, ''),
  ),
  'expects a prefix': receiverThatComputes(
    'mistake.prefix',
    (read, setup) => `sha256=${rightSignature(read, setup)}`,
  ),
  'joins as Slack does': receiverThatSigns(
    'mistake.separator',
    ({ timestamp, body }) => `v0:${timestamp}:${body}`,
  ),
  'joins as Standard Webhooks does': receiverThatSigns(
    'mistake.separator',
    ({ timestamp, body, request }) => `${request.headers['idempotency-key']}.${timestamp}.${body}`,
  ),
  'looks for v1= in the signature, as Stripe does': receiverThatDecides('mistake.prefix', (read, setup) =>
    /v1=(\w+)$/.exec(read.signature)?.[1] === rightSignature(read, setup) ? 200 : 401,
  ),
  'signs a body in base64': receiverThatSigns(
    'mistake.body_base64',
    ({ timestamp, body }) => `${timestamp}.${Buffer.from(body).toString('base64')}`,
  ),
  'looks for the time under a wrong name': receiverThatSigns(
    'mistake.header_name',
    ({ body, request }) => `${request.headers['x-timestamp'] ?? ''}.${body}`,
  ),
  'swaps the arguments of HMAC': receiverThatComputes('mistake.no_hmac', ({ timestamp, body }, { secret }) =>
    hex(secret, `${timestamp}.${body}`),
  ),
  'accepts some signatures': {
    verdict: 'some_signatures',
    start: () => {
      const signatures: string[] = [];
      return (request) => {
        const { signature } = signedRequestOf(request);
        if (!signatures.includes(signature)) signatures.push(signature);
        return signatures.indexOf(signature) % 2 === 1 ? 200 : 401;
      };
    },
  },
  'signs seconds': receiverThatSigns(
    'mistake.timestamp',
    ({ timestamp, body }) => `${Date.parse(timestamp) / 1000}.${body}`,
  ),
  'signs the time without its Z': receiverThatSigns(
    'mistake.timestamp',
    ({ timestamp, body }) => `${timestamp.replace('Z', '')}.${body}`,
  ),
  'signs its own clock': receiverThatComputes('mistake.timestamp', ({ body }, { secret, now }) =>
    hex(`${Math.floor(now() / 1000)}.${body}`, secret),
  ),
  'signs milliseconds': receiverThatSigns(
    'mistake.timestamp',
    ({ timestamp, body }) => `${Date.parse(timestamp)}.${body}`,
  ),
  'signs a converted time': receiverThatSigns(
    'mistake.timestamp',
    ({ timestamp, body }) => `${new Date(timestamp).toISOString()}.${body}`,
  ),
  'adds a line break to the body': receiverThatSigns(
    'mistake.white_space',
    ({ timestamp, body }) => `${timestamp}.${body}\n`,
  ),
  'signs json.dumps of the body': receiverThatSigns(
    'signature_raw_body',
    ({ timestamp, body }) => `${timestamp}.${dumps(json(body))}`,
  ),
  'signs formatted JSON': receiverThatSigns(
    'signature_raw_body',
    ({ timestamp, body }) => `${timestamp}.${JSON.stringify(json(body), null, 2)}`,
  ),
  'signs JSON with sorted keys': receiverThatSigns(
    'signature_raw_body',
    ({ timestamp, body }) => `${timestamp}.${JSON.stringify(sortMembers(json(body)))}`,
  ),
  'signs [object Object]': receiverThatSigns(
    'signature_raw_body',
    ({ timestamp, body }) => `${timestamp}.${json(body)}`,
  ),
  'signs an empty body': receiverThatSigns('signature_raw_body', ({ timestamp }) => `${timestamp}.`),
  'signs a default body': receiverThatSigns('signature_raw_body', ({ timestamp }) => `${timestamp}.{}`),
  'writes 10 as 10.0': receiverThatSigns(
    'signature_raw_body',
    ({ timestamp, body }) => `${timestamp}.${body.replace(/:(\d+)(?=[,}])/g, ':$1.0')}`,
  ),
  'reverses the members': receiverThatSigns(
    'changed_body',
    ({ timestamp, body }) =>
      `${timestamp}.${JSON.stringify(Array.isArray(json(body)) ? json(body) : Object.fromEntries(Object.entries(json(body)).reverse()))}`,
  ),
  'has quotes around the secret': receiverWithKey('mistake.secret_changed', ({ secret }) => `"${secret}"`),
  'has a line break after the secret': receiverWithKey(
    'mistake.secret_changed',
    ({ secret }) => `${secret}\n`,
  ),
  'has a secret without its prefix': receiverWithKey('mistake.secret_changed', ({ secret }) =>
    secret.slice(6),
  ),
  'decodes the secret from base64': receiverWithKey('mistake.secret_changed', ({ secret }) =>
    Buffer.from(secret.slice(6), 'base64'),
  ),
  'has no secret': receiverWithKey('mistake.secret_missing', () => ''),
  'uses the API token as the secret': receiverWithKey('signature_secret', ({ token }) => token),
  'hashes without HMAC': receiverThatComputes('mistake.no_hmac', ({ timestamp, body }, { secret }) =>
    createHash('sha256').update(`${secret}${timestamp}.${body}`).digest('hex'),
  ),
  'reads other headers': receiverThatComputes('mistake.header_name', (read, setup) => {
    const { 'x-signature': signature, 'x-timestamp': timestamp } = read.request.headers;
    const isRight = rightSignature({ ...read, timestamp: String(timestamp) }, setup) === signature;
    return isRight ? read.signature : 'wrong';
  }),
  'looks for Svc-Signature in capitals': receiverThatComputes('mistake.header_name', (read, setup) => {
    const isCapital = read.request.headerNames.includes('Svc-Signature');
    return isCapital ? rightSignature(read, setup) : 'wrong';
  }),
  'reads the time in seconds': receiverThatDecides('mistake.time_form', ({ timestamp }, { now }, isRight) =>
    isRight && Math.abs(now() / 1000 - Number.parseInt(timestamp, 10)) < 300 ? 200 : 401,
  ),
  'requires a fraction in the time': receiverThatDecides(
    'mistake.time_form',
    ({ timestamp }, _setup, isRight) =>
      isRight && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/.test(timestamp) ? 200 : 401,
  ),
  'requires an offset in the time': receiverThatDecides(
    'mistake.time_form',
    ({ timestamp }, _setup, isRight) => (isRight && /[+-]\d\d:\d\d$/.test(timestamp) ? 200 : 401),
  ),
  'rejects future times with a slow clock': receiverThatDecides(
    'mistake.future',
    ({ timestamp }, { now }, isRight) => {
      const ageMs = now() - 2000 - Date.parse(timestamp);
      return isRight && ageMs >= 0 && ageMs <= 300_000 ? 200 : 401;
    },
  ),
  'rejects only future times with a slow clock': receiverThatDecides(
    'mistake.future',
    ({ timestamp }, { now }, isRight) => (isRight && Date.parse(timestamp) < now() - 5000 ? 200 : 401),
  ),
  'has a clock that is 7 minutes fast': receiverThatDecides(
    'mistake.time',
    ({ timestamp }, { now }, isRight) => (isRight && isRecent(timestamp, now() + 7 * 60_000) ? 200 : 401),
  ),
  'has a clock that is 10 minutes fast': receiverThatDecides(
    'mistake.time',
    ({ timestamp }, { now }, isRight) => (isRight && isRecent(timestamp, now() + 10 * 60_000) ? 200 : 401),
  ),
  'has a clock that is 7 minutes slow': receiverThatDecides(
    'mistake.time',
    ({ timestamp }, { now }, isRight) => (isRight && isRecent(timestamp, now() - 7 * 60_000) ? 200 : 401),
  ),
  'accepts only old webhooks': receiverThatDecides('mistake.age', ({ timestamp }, { now }, isRight) =>
    isRight && now() - Date.parse(timestamp) > 300_000 ? 200 : 401,
  ),
  'reads the time in the zone of Caracas': receiverThatDecides(
    'mistake.time',
    ({ timestamp }, { now }, isRight) => (isRight && isRecent(timestamp, now() - 4 * 3_600_000) ? 200 : 401),
  ),
  'subtracts milliseconds from seconds': receiverThatDecides(
    'mistake.time_unit',
    ({ timestamp }, { now }, isRight) => {
      if (!isRight) return 401;
      return Math.abs(now() / 1000 - Date.parse(timestamp)) <= 300 ? 200 : 403;
    },
  ),
  'reads the time in the zone of Tokyo': receiverThatDecides(
    'mistake.time',
    ({ timestamp }, { now }, isRight) => {
      if (!isRight) return 401;
      return isRecent(timestamp, now() + 9 * 3_600_000) ? 200 : 403;
    },
  ),
  'allows 300 ms instead of 300 s': receiverThatDecides(
    'mistake.tolerance',
    ({ timestamp }, { now }, isRight) => (isRight && isRecent(timestamp, now(), 300) ? 200 : 401),
  ),
  'allows no age': receiverThatDecides('mistake.tolerance', ({ timestamp }, { now }, isRight) =>
    isRight && now() <= Date.parse(timestamp) ? 200 : 401,
  ),
  'refuses right signatures and accepts wrong ones': receiverThatDecides(
    'inverted',
    (_read, _setup, isRight) => (isRight ? 401 : 200),
  ),
  'accepts unsigned webhooks only': receiverThatDecides('unsigned', ({ signature }) =>
    signature === '' ? 200 : 401,
  ),
  'doesn’t know the session': receiverThatDecides('after_signature', (_read, _setup, isRight) =>
    isRight ? 403 : 401,
  ),
  'hides its path from invalid signatures': receiverThatComputes(
    'mistake.separator',
    ({ timestamp, body }, { secret }) => hex(timestamp + body, secret),
    404,
  ),
  'doesn’t have the path': {
    verdict: 'wrong_path',
    start:
      () =>
      ({ method, url }) => ({ status: 404, body: `Cannot ${method} ${url}` }),
  },
  'allows only other hosts': {
    verdict: 'access_rule',
    start: () => () => ({ status: 400, body: page('Bad Request (400)') }),
  },
  'requires a header of another name': {
    verdict: 'mistake.header_name',
    start: () => () => ({
      status: 422,
      body: '{"detail":[{"type":"missing","loc":["header","svc_signature"],"msg":"Field required"}]}',
    }),
  },
  'is behind a gateway': {
    verdict: 'access_rule',
    start: () => () => ({ status: 403, body: page('403 Forbidden') }),
  },
  'has a CSRF check': {
    verdict: 'cross_site_check',
    start: () => () => ({ status: 403, body: page('CSRF verification failed') }),
  },
  'limits the rate of requests': {
    verdict: 'limited',
    start: () => {
      let count = 0;
      return () => (++count > 6 ? 429 : 401);
    },
  },
  'compares only half of the signature': receiverThatComputes('undetermined', (read, setup) =>
    rightSignature(read, setup).slice(0, 32),
  ),
  'accepts every other webhook': receiverThatCounts('sometimes', (count) => count % 2 === 1),
  'accepts every fourth webhook': receiverThatCounts('sometimes', (count) => count % 4 === 3),
  'accepts every third webhook': receiverThatCounts('sometimes', (count) => count % 3 === 2),
  'has recovered': receiverThatCounts('accepted', (count) => count > 0),
  'has another secret': receiverWithKey('undetermined', () => 'whsec_of_another_account'),
  'makes two mistakes at once': receiverThatComputes('undetermined', ({ body }, { secret }) =>
    createHmac('sha256', `"${secret}"`).update(body).digest('base64'),
  ),
};
