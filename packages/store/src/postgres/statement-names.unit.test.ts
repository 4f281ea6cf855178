import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no two prepared statements of a connection have one name', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => join(import.meta.dirname, file));
  const names = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/name: '(svc_\w+)'/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
