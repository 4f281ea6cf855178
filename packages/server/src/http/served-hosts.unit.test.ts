import { expect, it } from 'vitest';
import { hostRefusal, isServedHost } from './served-hosts.ts';

const ownHosts = new Set(['sim.example', 'laptop.corp.example']);
const isOwn = (name: string) => ownHosts.has(name);

it.each([
  ...[
    'localhost',
    'localhost:4010',
    'LOCALHOST:4010',
    '127.0.0.1:4010',
    '[::1]:4010',
    '192.0.2.7',
    '[2001:db8::7]',
  ],
  ...[
    'simulator',
    'my_simulator:4010',
    'sim.shop.svc',
    'sim.shop.svc.cluster.local',
    'host.docker.internal:4010',
  ],
  ...['host.containers.internal', 'shop.localhost:4010', 'laptop.local', 'pagos.test', 'localhost.'],
  ...['sim.example', 'SIM.example:443', 'sim.example.', 'laptop.corp.example:4010'],
])('serves %s', (host) => {
  expect(isServedHost(host, isOwn)).toBe(true);
});

it.each(
  [
    ...[
      'evil.example',
      'evil.example:4010',
      'Evil.Example.',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ],
    ...[
      'sim.example.evil.example',
      'notsim.example',
      'evil-test',
      'eviltest.example',
      '127.0.0.1.nip.io',
      '1.2.3.4.5',
    ],
  ].filter((host) => host.includes('.')),
)('refuses %s', (host) => {
  expect(isServedHost(host, isOwn)).toBe(false);
});

it.each([
  ['every host is', null],
  ['only known hosts are', isOwn],
])('refuses two equal Host headers if %s accepted', (_, hosts) => {
  const rawHeaders = ['Host', 'localhost', 'accept', '*/*', 'hOST', 'localhost'];
  expect(hostRefusal({ headers: { host: 'localhost' }, rawHeaders }, hosts)?.status).toBe(400);
});

it('accepts any host if a proxy checks it, and refuses unknown hosts otherwise', () => {
  const request = { headers: { host: 'evil.example' }, rawHeaders: ['host', 'evil.example'] };
  expect(hostRefusal(request, null)).toBeUndefined();
  expect(hostRefusal(request, isOwn)).toMatchObject({ status: 421, params: { host: 'evil.example' } });
});
