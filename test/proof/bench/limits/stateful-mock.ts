/**
 * `stripe-stateful-mock`, a popular mock with state but without durability, trace, or QR codes. Installed on
 * demand into node_modules/.cache instead of as a dependency, so that `npm ci` stays fast.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { work } from '../workers.ts';

const peer = 'stripe-stateful-mock@0.0.16';
const home = join(process.cwd(), 'node_modules/.cache/bench', peer);

if (!existsSync(join(home, 'node_modules'))) {
  mkdirSync(home, { recursive: true });
  const words = [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    home,
    peer,
  ];
  execFileSync('npm', words, { cwd: home, stdio: 'ignore' });
}
const { createExpressApp } = createRequire(join(home, 'package.json'))('stripe-stateful-mock') as {
  createExpressApp(): RequestListener;
};
const server = createServer(createExpressApp());
server.listen(0, '127.0.0.1', () =>
  work({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
