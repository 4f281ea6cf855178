/**
 * `npm run build:deb [-- FOLDER]`: makes a Debian package of the last build, and prints its path. It is for all architectures, and needs
 * Debian's or NodeSource's `nodejs`. The commands are `svc-simulator` and `sim`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root, unpackPackageInto } from './packed.js';

const { version, description, engines, author } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const out = resolve(process.argv[2] ?? 'out');
const tree = mkdtempSync(join(tmpdir(), 'svc-simulator-deb-'));
try {
  const [lib, bin, doc, control] = [
    'usr/lib/svc-simulator',
    'usr/bin',
    'usr/share/doc/svc-simulator',
    'DEBIAN',
  ].map((folder) => join(tree, folder));
  for (const folder of [lib, bin, doc, control]) mkdirSync(folder, { recursive: true });
  unpackPackageInto(lib);
  for (const name of ['svc-simulator', 'sim'])
    symlinkSync('../lib/svc-simulator/bin/sim.js', join(bin, name));
  cpSync(join(lib, 'LICENSE'), join(doc, 'copyright'));
  const size = execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' }).split('\t')[0];
  const fields = {
    Package: 'svc-simulator',
    Version: version,
    Architecture: 'all',
    Maintainer: `${author} <svc-simulator@localhost>`,
    'Installed-Size': size,
    Depends: `nodejs (${engines.node.replace(/(?<=[<>=])(?=\d)/, ' ')})`,
    Section: 'devel',
    Priority: 'optional',
    Description: description,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(control, 'control'), lines.join(''));
  // mkdtemp's folder is its owner's only, and would become the installed system's /.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree]);
  mkdirSync(out, { recursive: true });
  const file = join(out, `svc-simulator_${version}_all.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, file], { stdio: 'ignore' });
  console.log(file);
} finally {
  rmSync(tree, { recursive: true, force: true });
}
