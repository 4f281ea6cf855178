#!/usr/bin/env node
/**
 * Part of `npm run lint`: fails if two directories of a package import each other, unless one contains the
 * other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const isInside = (outer, inner) => outer === '.' || `${inner}/`.startsWith(`${outer}/`);

/** Returns an example of each import between directories of a package, by `from>to`. */
function arrowsIn(source) {
  const arrows = new Map();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from |import\(|import )'(\.[^'?]+)(?:\?bundled)?'/g)) {
      const [from, to] = [dirname(file), dirname(join(dirname(file), path))];
      if (!isInside(from, to) && !isInside(to, from))
        arrows.set(`${from}>${to}`, `${file} imports ${join(dirname(file), path)}`);
    }
  }
  return arrows;
}

for (const name of readdirSync(packages)) {
  const arrows = arrowsIn(join(packages, name, 'src'));
  for (const [arrow, example] of arrows) {
    const back = arrow.split('>').reverse().join('>');
    if (arrow > back || !arrows.has(back)) continue;
    console.error(`packages/${name}/src: ${example}, and ${arrows.get(back)}; move the misplaced code`);
    process.exitCode = 1;
  }
}
