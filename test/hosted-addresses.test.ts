import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP, type LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OutboundClient } from '../packages/outbound/src/index.ts';
import { isForbiddenAddress } from '../packages/server/src/webhooks/address-guard.ts';
import { ManualClock } from '../packages/test-support/src/manual-clock.ts';
import { TestWebhooks } from '../packages/test-support/src/webhooks.ts';
import { until } from './support/until.ts';

/** Represents a public address: the guard of these tests accepts it, although it is a loopback address. */
const PUBLIC = '127.0.0.9';
/** Addresses that the guard must protect. */
const FORBIDDEN = ['127.0.0.1', '127.0.0.2', '127.1.2.3'];
const guard = (address: string) => address !== PUBLIC && isForbiddenAddress(address);

/** Hosts that mean this machine, in every notation of a `webhook_url`. */
const literalsHere = `
  127.0.0.1 127.0.0.1. 127.0.0.2 127.1.2.3 127.1 127.0.1 127.66051 2130706433 2130706433. 0x7f000001
  0X7F000001 0x7f.0x0.0x0.0x1 0x7f.1 0x00007f.0.0.1 0177.0.0.1 0177.0.0.01 00000177.1 017700000001
  0177.0x0.1 127.0.0.0x1 %31%32%37.0.0.1 127%2e0%2e0%2e1 %30x7f.1 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 0.0.0.0 0
  00 0x0 [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1]
  [0000:0000:0000:0000:0000:ffff:7f00:0001] user@127.0.0.1 public.invalid@127.0.0.1
  public.invalid:80@127.0.0.1 public.invalid%2f@127.0.0.1 127.0.0.1:PORT#@public.invalid
  127.0.0.1:PORT?@public.invalid 127.0.0.1:PORT\\@public.invalid`
  .trim()
  .split(/\s+/);

/** Host names that resolve to this machine. Each lookup returns the next list of addresses, then the last. */
const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'inside.invalid': [['127.0.0.1']],
  'inside.invalid.': [['127.0.0.1']],
  'inside-mapped.invalid': [['::ffff:127.0.0.1']],
  'inside-mapped-hex.invalid': [['::ffff:7f00:1']],
  'inside-unspecified.invalid': [['0.0.0.0']],
  'mixed-last.invalid': [[PUBLIC, '127.0.0.1']],
  'mixed-first.invalid': [['127.0.0.1', PUBLIC]],
  'mixed-middle.invalid': [[PUBLIC, '127.0.0.2', PUBLIC]],
  'mixed-families.invalid': [[PUBLIC, '::ffff:127.0.0.1']],
  'inside.localhost': [['127.0.0.1']],
  '2130706433.invalid': [['127.0.0.1']],
  'zoned.invalid': [['fe80::1%lo']],
  'no-address.invalid': [['not an address']],
  'empty.invalid': [[]],
};
const namesHere = [
  ...Object.keys(names),
  'INSIDE.invalid',
  'InSiDe.InVaLiD',
  'ｉnside.invalid',
  'insid%65.invalid',
  'user:public.invalid@inside.invalid',
];

/** Private hosts of other machines: parsed, but never connected to. */
const literalsElsewhere = `
  169.254.169.254 169.254.169.254. 2852039166 0xA9FEA9FE 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376
  0251.254.0xa9.254 169.254.43518 %31%36%39.254.169.254 user@169.254.169.254 [::ffff:169.254.169.254]
  [::ffff:a9fe:a9fe] [fd00:ec2::254] [FD00:EC2::254] [fd00:0ec2:0000:0000:0000:0000:0000:0254]
  [fe80::a9fe:a9fe] [febf::1] [64:ff9b::169.254.169.254] [64:ff9b::a9fe:a9fe] [64:ff9b::7f00:1]
  [64:ff9b::10.0.0.1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2002:a00:1::1]
  [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001::1] [::127.0.0.1] [::] [::1] [0:0:0:0:0:0:0:1]
  [::ffff:0:127.0.0.1] 100.64.0.1 100.100.100.200 100.127.255.255 0.1.2.3 0.255.255.255 198.18.0.1
  198.19.255.255 10.0.0.1 012.0.0.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 0xc0a80001
  192.0.0.192 192.0.2.1 203.0.113.7 224.0.0.1 239.255.255.250 [ff02::1] 240.0.0.1 255.255.255.255
  168.63.129.16 [fc00::1] [fec0::1] [2001:db8::1] [100::1]`
  .trim()
  .split(/\s+/);

describe('hostile addresses in hosted mode', () => {
  it('opens no connection to a forbidden listener, however its address is written', async () => {
    const place = await openPlace();
    const forms = [...literalsHere, ...namesHere];
    expect(forms.length).toBeGreaterThanOrEqual(60);
    const { post } = place.client({ loadGuard: async () => guard });
    for (const form of forms) {
      const { status, error } = await post(place.urlOf(form));
      expect({ form, status }).toEqual({ form, status: null });
      const expected = form === 'empty.invalid' ? 'ENOTFOUND' : 'refused address';
      expect({ form, error }).toEqual({ form, error: expected });
    }
    expect(place.seen.forbidden).toBe(0);
    expect(place.seen.public).toBe(0);
  });

  it('connects to the forbidden listener if the guard is off', async () => {
    const place = await openPlace();
    const { post } = place.client({});
    const unreachable = new Set(['zoned.invalid', 'no-address.invalid', 'empty.invalid']);
    const forms = [...literalsHere, ...namesHere].filter((form) => !unreachable.has(form));
    for (const form of forms) {
      const { error } = await post(place.urlOf(form));
      expect({ form, error }).toEqual({ form, error: null });
    }
    // A name with mixed addresses can lead to either listener; all other names lead to the forbidden
    // listener.
    expect(place.seen.forbidden).toBeGreaterThan(forms.length - 6);
  });

  it('recognizes forbidden addresses that belong to other machines', () => {
    const passedLiterals = literalsElsewhere.filter(
      (form) => !isForbiddenAddress(hostOf(`http://${form}:4010/hook`)),
    );
    expect(passedLiterals).toEqual([]);
    const addresses = literalsElsewhere.filter((form) => isIP(hostOf(`http://${form}/`)) !== 0);
    expect(addresses).toEqual(literalsElsewhere);
  });

  it('refuses forbidden addresses over TLS', async () => {
    const place = await openPlace();
    const { post } = place.client({ loadGuard: async () => guard });
    for (const form of ['127.0.0.1', '0x7f.1', 'inside.invalid', 'mixed-last.invalid']) {
      const { error } = await post(place.urlOf(form).replace('http:', 'https:'));
      expect({ form, error }).toEqual({ form, error: 'refused address' });
    }
    expect(place.seen.forbidden).toBe(0);
  });
});

it('sends nothing to forbidden addresses from a hosted simulator, by any route or attempt', async () => {
  const place = await openPlace();
  const test = await TestWebhooks.start({ hosted: true, lookup: place.lookup });
  const forms = [...literalsHere, ...namesHere, ...literalsElsewhere];
  const sessions = await Promise.all(forms.map((form) => test.send(place.urlOf(form))));
  const gaveUpCount = () => test.trace.all.filter(({ type }) => type === 'webhook.gave_up').length;
  await until(
    () => gaveUpCount() === forms.length,
    () => test.clock.advance(1000),
  );
  const ends = sessions.flatMap((session) => test.attempts(session));
  expect(ends).toHaveLength(3 * forms.length);
  expect(ends.filter(({ status }) => status !== null)).toEqual([]);
  const errors = new Set(ends.map(({ via, error }) => `${via}: ${error}`));
  expect([...errors].sort()).toEqual([
    'direct: ENOTFOUND',
    'direct: refused address',
    'relay: no relay connected',
  ]);
  expect(place.seen.forbidden).toBe(0);
  expect(place.seen.public).toBe(0);
});

describe('a host name whose address changes', () => {
  it('connects to the checked address, and checks the address again for the next request', async () => {
    const place = await openPlace({ 'rebinds.invalid': [[PUBLIC], ['127.0.0.1']] });
    const { post } = place.client({ loadGuard: async () => guard });
    expect(await post(place.urlOf('rebinds.invalid'))).toMatchObject({ status: 200 });
    expect(place.queryCounts.get('rebinds.invalid')).toBe(1);
    expect(await post(place.urlOf('rebinds.invalid'))).toMatchObject({ error: 'refused address' });
    expect(place.queryCounts.get('rebinds.invalid')).toBe(2);
    expect(place.seen.public).toBe(1);
    expect(place.seen.forbidden).toBe(0);
  });

  it('sends all simultaneous requests to the checked address', async () => {
    const place = await openPlace({ 'rebinds.invalid': [[PUBLIC], ['127.0.0.1'], [PUBLIC], ['127.0.0.2']] });
    const { post } = place.client({ loadGuard: async () => guard });
    const url = place.urlOf('rebinds.invalid');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (let round = 0; round < 6; round++) await post(url);
    expect(place.seen.forbidden).toBe(0);
  });
});

it('follows no redirect to a forbidden address', async () => {
  const place = await openPlace({ 'public.invalid': [[PUBLIC]] });
  const { post } = place.client({ loadGuard: async () => guard });
  for (const status of [301, 302, 303, 307, 308]) {
    const answer = await post(place.urlOf('public.invalid', `/redirect/${status}`));
    expect(answer).toMatchObject({ status, error: null });
  }
  expect(place.seen.public).toBe(5);
  expect(place.seen.forbidden).toBe(0);
});

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/**
 * Opens listeners on the same port of several addresses, most of them forbidden, and resolves host names to
 * these addresses.
 */
async function openPlace(more: Readonly<Record<string, readonly (readonly string[])[]>> = {}) {
  const addressesOf = { ...names, ...more };
  const counts = { forbidden: 0, public: 0 };
  const queryCounts = new Map<string, number>();
  const open = await listen(PUBLIC, 0, () => counts.public++);
  const { port } = open.address() as AddressInfo;
  for (const address of FORBIDDEN) await listen(address, port, () => counts.forbidden++);
  const lookup: LookupFunction = (name, _options, callback) => {
    const count = queryCounts.get(name) ?? 0;
    queryCounts.set(name, count + 1);
    const answers = addressesOf[name] ?? [];
    const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
    const results = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => callback(null, results));
  };
  return {
    lookup,
    seen: counts,
    queryCounts,
    /** `PORT` in a form is replaced by the port; a form without it gets port and path appended. */
    urlOf: (form: string, path = '/hook') =>
      form.includes('PORT')
        ? `http://${form.replace('PORT', String(port))}`
        : `http://${form}:${port}${path}`,
    client(options: { readonly loadGuard?: () => Promise<(address: string) => boolean> }) {
      const client = new OutboundClient({ clock: new ManualClock(), timeoutMs: 5000, lookup, ...options });
      onTestFinished(() => client.close());
      return { post: (url: string) => client.send({ url, headers: {}, body: '{}' }) };
    },
  };
}

/** Starts a listener that calls `connected` for each connection, even if nothing is sent. */
async function listen(address: string, port: number, connected: () => void): Promise<Server> {
  const server = createServer((request, response) => {
    const [, status] = /\/redirect\/(\d+)/.exec(request.url ?? '') ?? [];
    // Closes each connection, so that every request resolves the address again.
    response.setHeader('connection', 'close');
    if (status) {
      const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      response.writeHead(Number(status), { location: target });
    }
    response.end();
  });
  server.on('connection', connected).listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}
