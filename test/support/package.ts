import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { root, startProgram, stdoutOf } from './program.ts';
import { scratchFolder } from './scratch.ts';

export interface PackedPackage {
  readonly tarball: string;
  /** Bytes. */
  readonly unpackedSize: number;
  /** Paths of its files, relative to its root. */
  readonly paths: readonly string[];
}

/** Packs the package into a directory. */
export async function packInto(folder: string): Promise<PackedPackage> {
  // Without scripts, because a build would change `dist` while other tests use it.
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root, maxBuffer: 16_000_000 });
  const [{ filename, unpackedSize, files }] = JSON.parse(stdout);
  const paths = files.map(({ path }: { path: string }) => path);
  return { tarball: `${folder}/${filename}`, unpackedSize, paths };
}

/** Unpacks a package into the `node_modules` of a directory, as an install would. */
export async function unpackInto(
  folder: string,
  { tarball }: PackedPackage,
): Promise<{ readonly binary: string }> {
  const installed = `${folder}/node_modules/svc-simulator`;
  mkdirSync(installed, { recursive: true });
  const words = ['-xzf', tarball, '-C', installed, '--strip-components=1'];
  await stdoutOf(startProgram('tar', words, { cwd: folder }));
  return { binary: `${installed}/bin/sim.js` };
}

/**
 * Creates a project with these dependencies, in which this repository's package seems to be installed: the
 * packed simulator is only a placeholder, because packing takes long.
 */
export function projectWith(dependencies: readonly string[], more: object = {}): string {
  const folder = scratchFolder();
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const anyVersions = Object.fromEntries(dependencies.map((name) => [name, '*']));
  writeFileSync(`${folder}/package.json`, JSON.stringify({ ...more, dependencies: anyVersions }));
  mkdirSync(`${folder}/node_modules`);
  symlinkSync(root, `${folder}/node_modules/svc-simulator`);
  writeFileSync(`${folder}/svc-simulator-${version}.tgz`, '');
  return folder;
}
