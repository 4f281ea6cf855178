import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/program.ts';
import { typeAssertions } from './support/type-assertions.ts';

describe('production code', () => {
  const folders = readdirSync(`${root}packages`, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|tsx|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => ({ folder: entry.parentPath.slice(root.length), name: entry.name }))
    .filter(({ folder }) => !/node_modules|\/dist/.test(folder));

  it('has no file over 300 lines', () => {
    const long = folders.filter(
      ({ folder, name }) => readFileSync(join(root, folder, name), 'utf8').split('\n').length > 301,
    );
    expect(long.map(({ folder, name }) => `${folder}/${name}`)).toEqual([]);
  });

  it('asserts a type at most 60 times, and never that it is never', () => {
    const found = typeAssertions(`${root}packages`);
    expect(found.filter((text) => text.endsWith('as never'))).toEqual([]);
    expect(found.length, found.join('\n')).toBeGreaterThan(0);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(60);
  });
});
