import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sizeOf } from './support/lines-of-code.ts';
import { root } from './support/program.ts';
import { typeAssertions } from './support/type-assertions.ts';

const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\d+) \| ([\d ]+) \|/gm)].map(
  ([, name = '', files, lines = '']) => ({
    name,
    files: Number(files),
    lines: Number(lines.replaceAll(' ', '')),
  }),
);

describe('docs/architecture.md', () => {
  it('has a row for each package', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(readdirSync(`${root}packages`).sort());
  });

  it.each(rows)('says how large $name is, within a tenth', ({ name, files, lines }) => {
    const size = sizeOf(join(root, 'packages', name));
    const within = (said: number, is: number) => Math.abs(said - is) <= Math.max(is / 10, 2);
    expect({ ...size, said: [within(files, size.files), within(lines, size.lines)] }).toEqual({
      ...size,
      said: [true, true],
    });
  });
});

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

  it('has no folder with more than 20 files side by side', () => {
    const names = [...new Set(folders.map(({ folder }) => folder))];
    const full = names
      .map((name) => [name, folders.filter(({ folder }) => folder === name).length] as const)
      .filter(([, count]) => count > 20);
    expect(full).toEqual([]);
  });

  it('asserts a type at most 60 times, and never that it is never', () => {
    const found = typeAssertions(`${root}packages`);
    expect(found.filter((text) => text.endsWith('as never'))).toEqual([]);
    expect(found.length, found.join('\n')).toBeGreaterThan(0);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(60);
  });
});
