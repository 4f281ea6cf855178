/**
 * How far the simulator is from what the machine can do. Each figure compares ours with a limit (the least program
 * that does the same) measured in turns within one run, so that the ratio holds on any machine.
 *
 *   npm run build && npm run bench                everything, about seven minutes
 *   npm run bench -- http relay                   only these
 *   npm run bench -- start --json                 the figures as JSON on stdout
 *   npm run bench -- postgres                     PostgreSQL with one and two instances (needs its server installed)
 *
 * It talks to loopback only, and stores in the system's folder for temporary files. Exit code 1: a figure is short of
 * its target.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Figure, renderTable } from './figures.ts';

const selections: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  start: () => import('./start.ts'),
  http: () => import('./http.ts'),
  processor: () => import('./processor.ts'),
  deliveries: () => import('./deliveries.ts'),
  relay: () => import('./relay.ts'),
  growth: () => import('./growth.ts'),
  postgres: () => import('./postgres.ts'),
};

/** All but what needs a database server. */
const usual = Object.keys(selections).filter((name) => name !== 'postgres');

const { values: options, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in selections));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; choose from ${Object.keys(selections).join(', ')}`);
  process.exit(2);
}

if (!existsSync('dist')) {
  console.error('dist/ is missing; run npm run build first: the bench measures what is shipped');
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, load] of Object.entries(selections)) {
  if (!(positionals.length > 0 ? positionals : usual).includes(name)) continue;
  const began = performance.now();
  const measured = await (await load()).measure();
  figures.push(...measured);
  if (!options.json) console.log(`${renderTable(measured)}\n`);
  console.error(`${name}: measured in ${Math.round((performance.now() - began) / 1000)} s\n`);
}
if (options.json) console.log(JSON.stringify(figures, null, 2));
process.exit(figures.some(({ ok }) => ok === false) ? 1 : 0);
