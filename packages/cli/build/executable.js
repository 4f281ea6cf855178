/**
 * `npm run build:executable [-- FOLDER]`: makes one file of Node and the last build, for the system that it is built on (Linux or Windows),
 * and prints its path. Needs the network once, for postject.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { unpackPackageInto } from './packed.js';

const POSTJECT = 'postject@1.0.0-alpha.6';
/** By which Node finds out that it carries a program (nodejs.org, single executable applications). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const out = resolve(process.argv[2] ?? 'out');
const scratch = mkdtempSync(join(tmpdir(), 'svc-simulator-executable-'));
try {
  const tree = join(scratch, 'package');
  mkdirSync(tree);
  unpackPackageInto(tree);
  const files = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [relative(tree, file).replaceAll('\\', '/'), readFileSync(file, 'base64')]);
  const packed = brotliCompressSync(JSON.stringify(Object.fromEntries(files)));
  writeFileSync(join(scratch, 'package.br'), packed);
  writeFileSync(join(scratch, 'release'), createHash('sha256').update(packed).digest('hex').slice(0, 16));
  const config = {
    main: fileURLToPath(new URL('executable-main.cjs', import.meta.url)),
    output: join(scratch, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { package: join(scratch, 'package.br'), release: join(scratch, 'release') },
  };
  writeFileSync(join(scratch, 'config.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', join(scratch, 'config.json')]);
  mkdirSync(out, { recursive: true });
  const file = join(out, process.platform === 'win32' ? 'svc-simulator.exe' : 'svc-simulator');
  rmSync(file, { force: true });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const inject = ['--yes', POSTJECT, file, 'NODE_SEA_BLOB', config.output, '--sentinel-fuse', FUSE];
  execFileSync('npx', inject, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  console.log(file);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
