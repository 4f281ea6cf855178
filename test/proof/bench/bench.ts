/**
 * What a request costs beside the least program that does the same, and a session on PostgreSQL.
 *
 *   npm run build && npm run bench                both
 *   npm run bench -- processor                    only this one
 *   npm run bench -- postgres                     PostgreSQL with one and two instances (needs its server installed)
 *
 * It talks to loopback only, and stores in the system's folder for temporary files. Exit code 1: a figure is short of
 * its target.
 */
import { existsSync } from 'node:fs';
import { type Figure, renderTable } from './figures.ts';
import { measure as postgres } from './postgres.ts';
import { measure as processor } from './processor.ts';

const benches: Record<string, () => Promise<Figure[]>> = { processor, postgres };

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; choose from ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
if (!existsSync('dist')) {
  console.error('dist/ is missing; run npm run build first: the bench measures what is shipped');
  process.exit(2);
}

let short = false;
for (const name of wanted) {
  const figures = (await benches[name]?.()) ?? [];
  short ||= figures.some(({ ok }) => ok === false);
  console.log(`${name}\n${renderTable(figures)}\n`);
}
process.exit(short ? 1 : 0);
