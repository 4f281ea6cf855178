import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('README names only paths that exist', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const paths = [...readme.matchAll(/(?:packages|examples|test)\/[\w./-]*[\w]/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});
