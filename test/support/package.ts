import { mkdirSync } from 'node:fs';
import { expect } from 'vitest';
import { root, startProgram } from './program.ts';

/** Packs into a folder, and answers the tarball's path. */
export async function packedIn(folder: string): Promise<string> {
  // Without scripts: what is tested has been built, and a build would change it under other tests.
  const pack = startProgram('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  expect((await pack.exited).code, pack.stderr()).toBe(0);
  return `${folder}/${pack.stdout().trim()}`;
}

/** Packs, and unpacks as an install in this folder would. */
export async function unpackedIn(folder: string): Promise<{ binary: string }> {
  const tarball = await packedIn(folder);
  const installed = `${folder}/node_modules/svc-simulator`;
  mkdirSync(installed, { recursive: true });
  const words = ['-xzf', tarball, '-C', installed, '--strip-components=1'];
  const unpack = startProgram('tar', words, { cwd: folder });
  expect((await unpack.exited).code, unpack.stderr()).toBe(0);
  return { binary: `${installed}/bin/sim.js` };
}
