/**
 * Measures the cost of a request compared with a minimal program, of a session on PostgreSQL, and of teams at work.
 *
 *   npm run build && npm run bench                all
 *   npm run bench -- processor                    only this one
 *   npm run bench -- postgres                     PostgreSQL with one and two instances (needs its server installed)
 *   npm run bench -- sizing                       PostgreSQL with 10, 100 and 300 teams
 *
 * It uses only loopback, and stores in the system's temporary directory. Exit code 1: a figure misses its
 * target.
 */
import { existsSync } from 'node:fs';
import { type Figure, renderTable } from './figures.ts';
import { measure as postgres } from './postgres.ts';
import { measure as processor } from './processor.ts';
import { measure as sizing } from './sizing.ts';

const benches: Record<string, () => Promise<Figure[]>> = { processor, postgres, sizing };

const requestedNames = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
const unknown = requestedNames.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; choose from ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
if (!existsSync('dist')) {
  console.error('dist/ is missing; run npm run build first: the bench measures what is shipped');
  process.exit(2);
}

let missesTarget = false;
for (const name of requestedNames) {
  const figures = (await benches[name]?.()) ?? [];
  missesTarget ||= figures.some(({ ok }) => ok === false);
  console.log(`${name}\n${renderTable(figures)}\n`);
}
process.exit(missesTarget ? 1 : 0);
