/**
 * Attacks a hosted simulator as a tenant or a stranger, with requests that are generated from a seed. Runs in
 * its own process, so that measurements don't include it: `node tenant-attacker.js
 * '{"attack":"trace","urls":[…],"seed":1,"account":{…}}'`. Prints `begun` after the first response, then the
 * number of responses by status twice a second until it is killed.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { attacksOfAccounts, JSON_BODY } from './tenant-attacks.js';

const { attack, urls, seed, account } = JSON.parse(process.argv[2]);
const targets = urls.map((url) => new URL(url));
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const statuses = {};
let draws = 0;
let isBegun = false;

/**
 * Attacks that call `begin` when all their accounts are open. Earlier responses belong to the preparation.
 */
const openingFirst = ['readers', 'serials'];

function begin() {
  if (isBegun) return;
  isBegun = true;
  console.log('begun');
  // Lowered only now, because a busy machine might not even start a process with a low priority.
  setPriority(5);
}

/** Returns the next value of an arbitrary. The values depend only on the seed. */
function draw(arbitrary) {
  return fc.sample(arbitrary, { numRuns: 1, seed: seed * 1_000_003 + draws++ })[0];
}

const target = fc.constantFrom(...targets);
const number = fc.nat(255);

async function send(method, path, body) {
  return (await ask(method, path, { ...body, keep: false })).status;
}

/** Sends a request and counts its status. Returns status and text; `json` is a body to serialize. */
function ask(method, path, { headers = {}, json, body, token, read = true, keep = true, to } = {}) {
  return new Promise((resolve) => {
    const { hostname, port } = to ?? draw(target);
    const clientRequest = request({
      hostname,
      port,
      agent,
      method,
      path,
      headers: {
        // The simulator trusts this header, so each request seems to come from another client.
        'x-forwarded-for': `10.1.${draw(number)}.${draw(number)}`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && JSON_BODY),
        ...headers,
      },
    });
    const finish = (status, text = '') => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve({ status, text });
    };
    clientRequest.on('response', (answer) => {
      if (!openingFirst.includes(attack)) begin();
      let text = '';
      if (read)
        answer
          .on('data', (part) => {
            if (keep) text += part;
          })
          .on('close', () => finish(answer.statusCode, text));
      else answer.on('close', () => finish(`${answer.statusCode} unread`));
    });
    clientRequest.on('error', ({ code }) => finish(code));
    clientRequest.end(json ? JSON.stringify(json) : body);
  });
}

const BEGIN_TOGETHER = 32;

/**
 * Runs `count` clients that repeat an action. They start in several turns of the event loop; otherwise the
 * first response would wait for thousands of requests.
 */
async function crowd(count, act) {
  const each = async (number) => {
    for (;;) await act(number);
  };
  const requests = [];
  for (let number = 0; number < count; number++) {
    requests.push(each(number));
    if (number % BEGIN_TOGETHER === 0) await nextTurn();
  }
  await Promise.all(requests);
}

const size = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 60_000, max: 70_000 }),
  fc.constant(1_048_576),
);
/** A body that is expensive to process: control characters, nested arrays, or bytes that aren't text. */
const body = fc
  .tuple(size, fc.constantFrom('x', 'ñ', '\u0001', '[', '[1],', '"\\u0000"'))
  .map(([bytes, text]) => Buffer.alloc(bytes, draw(fc.boolean()) ? text : Buffer.from([0xff])));

const blanks = Buffer.alloc(1_048_576, ' ');
const hook = () => `/console/hooks/${account.account_id}/${draw(fc.constantFrom('captura', 'paid', 'fail'))}`;
const traceQuery = fc
  .record({
    limit: fc.constantFrom(1000, 1000, 20),
    order: fc.constantFrom('asc', 'desc'),
    type: fc.constantFrom('webhook.received', 'webhook.received,session.created', undefined),
    after: fc.constantFrom(undefined, 100, 500),
  })
  .map(
    (query) =>
      new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
  );

const asBrowser = { accept: 'text/html', origin: targets[0].origin };

/** Returns the cookies of a browser that is logged in to the attacker's account. */
async function browserCookies() {
  const answer = await fetch(`${targets[0].origin}/console/login`, {
    method: 'POST',
    headers: { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ short_name: account.short_name, password: account.password }),
    redirect: 'manual',
  });
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

const attacks = {
  /** Pages in unknown languages, another language in each request. */
  languages: () =>
    crowd(200, () => {
      const path = draw(
        fc.constantFrom('/', '/fidelidad', '/docs', '/docs/webhooks', '/docs/api', '/nowhere'),
      );
      return send('GET', `${path}?lang=nowhere-${draws}`, { headers: { accept: 'text/html' } });
    }),
  /** Expensive searches without a credential. */
  questions: () =>
    crowd(50, () => {
      const paths = ['/fidelidad', '/docs/webhooks', '/docs/hosting', '/docs/search'];
      const words = fc.array(fc.constantFrom('e', 'webhok', 'sesion', 'payent', 'accont', 'signature'), {
        minLength: 1,
        maxLength: 25,
      });
      const q = encodeURIComponent(draw(words).join(' '));
      return send('GET', `${draw(fc.constantFrom(...paths))}?q=${q}`, { headers: { accept: 'text/html' } });
    }),
  /** Tokens for the API reference, as fast as possible. */
  references: async () => {
    const headers = { ...asBrowser, cookie: await browserCookies() };
    headers['content-type'] = 'application/x-www-form-urlencoded';
    await crowd(64, () => send('POST', '/console/reference', { headers }));
  },
  /** Wrong tokens at the operator's login. */
  operators: () =>
    crowd(100, () =>
      send(draw(fc.constantFrom('GET', 'POST')), '/operator/login', {
        headers: { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' },
        body: `token=${'x'.repeat(draw(fc.constantFrom(20, 60_000, 250_000)))}`,
      }),
    ),
  /** Bodies of all kinds to the attacker's own receivers. */
  receivers: () => crowd(64, () => send('POST', hook(), { body: draw(body) })),
  /** Pages of large events, as many at once as possible. */
  trace: () =>
    crowd(1000, () => send('GET', `/console/trace?${draw(traceQuery)}`, { token: account.console_token })),
  /** Pages of large events without reading the responses. */
  unread: () =>
    crowd(300, () =>
      send('GET', `/console/trace?${draw(traceQuery)}`, { token: account.console_token, read: false }),
    ),
  /** Live streams from the beginning that are never read, while events come. */
  streams: async () => {
    const open = () => {
      const { hostname, port } = draw(target);
      const socket = connect(Number(port), hostname);
      const head = `GET /console/trace HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${account.console_token}\r\naccept: text/event-stream\r\nlast-event-id: 0\r\n\r\n`;
      socket
        .on('error', () => {})
        .pause()
        .write(head);
      socket.on('close', open);
    };
    for (let count = 0; count < 64; count++) open();
    await crowd(16, () => send('POST', hook(), { body: draw(body) }));
  },
  /** Wrong passwords for many names, including the neighbor's, from many addresses. */
  logins: () =>
    crowd(200, () => {
      const short_name = draw(fc.constantFrom('neighbour', `n${draws}`));
      return send('POST', '/console/login', { json: { short_name, password: 'wrong' } });
    }),
  /** Large bodies to operations that need no token. */
  bodies: () =>
    crowd(300, () =>
      send('POST', draw(fc.constantFrom('/console/login', '/register', hook(), '/api/v1/merchants')), {
        headers: JSON_BODY,
        body: blanks,
      }),
    ),
  /** Whole lists and snapshots. */
  lists: () =>
    crowd(200, () => {
      const lists = ['/console/sessions?limit=1000', '/console/progress', '/console/tokens?limit=1000'];
      return send('GET', draw(fc.constantFrom(...lists)), { token: account.console_token });
    }),
  /** The console's pages with the most data, as a browser requests them. */
  pages: async () => {
    const cookie = await browserCookies();
    const paths = ['/console/trace', '/console/receivers', '/console/sessions', '/console'];
    await crowd(200, () =>
      send('GET', draw(fc.constantFrom(...paths)), { headers: { accept: 'text/html', cookie } }),
    );
  },
  /** Thousands of pipelined requests without reading the responses. */
  pipelined: async () => {
    const open = () => {
      const { hostname, port } = draw(target);
      const path = draw(fc.constantFrom('/fidelidad', '/openapi.json', '/docs', '/'));
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(1500));
      socket.once('connect', begin).on('close', () => setTimeout(open, 10));
    };
    for (let count = 0; count < 100; count++) open();
  },
  /** Small frames from relays that send no results. */
  frames: async () => {
    const flood = () => {
      const { host } = draw(target);
      const relay = new WebSocket(`ws://${host}/relay`, {
        headers: { authorization: `Bearer ${account.token}` },
      });
      const send = () => {
        for (let frame = 0; frame < 500 && relay.readyState === WebSocket.OPEN; frame++) relay.send('{}');
        if (relay.readyState === WebSocket.OPEN) setImmediate(send);
      };
      relay
        .on('open', begin)
        .on('open', send)
        .on('error', () => {});
      relay.on('close', () => setTimeout(flood, 100));
    };
    for (let count = 0; count < 10; count++) flood();
  },
  /** Tokens that are far too long, and unknown tokens. */
  tokens: () =>
    crowd(200, () =>
      send('GET', '/api/v1/ext/payment-stops', {
        token: `sim_api_${draw(fc.constantFrom('x', 'y'.repeat(15_000)))}${draws}`,
      }),
    ),
  /** Calls with texts that look like the beginning of a token, and searches in the log of these calls. */
  searches: () =>
    crowd(100, (number) =>
      number % 2
        ? send('POST', '/api/v1/ext/agreements', {
            token: account.token,
            headers: { 'user-agent': 'u'.repeat(10_000) },
            json: { title: draw(fc.constantFrom('eyJ-', 'eyJa.', '?token')).repeat(15_000) },
          })
        : send('GET', '/console/calls?q=nowhere&limit=1000', { token: account.console_token }),
    ),
  /** Large bodies that arrive slowly, in small pieces. */
  senders: async () => {
    const open = (number) => {
      const { hostname, port } = draw(target);
      const socket = connect(Number(port), hostname);
      const from = `10.2.${number}.1`;
      socket.write(
        `POST /console/hooks/${account.account_id}/captura HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-length: 1000000\r\n\r\n`,
      );
      const drip = setInterval(() => socket.write('x'.repeat(100)), 500);
      socket.on('error', () => {}).once('connect', begin);
      socket.resume().on('close', () => {
        clearInterval(drip);
        setTimeout(() => open(number), 100);
      });
    };
    for (let number = 0; number < 200; number++) open(number);
  },
  ...attacksOfAccounts({ ask, send, crowd, draw, begin, targets }),
};

setInterval(() => console.log(JSON.stringify(statuses)), 500);
// One attack alone, or several at once, such as `trace+unread`.
await Promise.all(attack.split('+').map((name) => attacks[name]()));
