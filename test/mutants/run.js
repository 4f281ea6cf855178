/**
 * `npm run test:mutants [-- NAME …]`: puts each fault of `mutants.js` into a simulator and lets the suite of `sim verify`
 * judge it; without names also the stranger, with each of its deviations. Tells which survived; exit code 1 when it is more than
 * 3 of 100, or when a deviation is not named. `--clean N` first judges the simulator as it is N times, of which none may
 * differ; `--database URL` does so with the other store.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { DEVIATIONS } from '../stranger/deviations.js';
import { startStranger } from '../stranger/server.js';
import { built } from './build.js';
import { inSimulator } from './judged.js';
import { mutants } from './mutants.js';

const CAUGHT_SHARE = 0.97;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clean: { type: 'string', default: '1' },
    database: { type: 'string' },
    none: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !mutants.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`no such mutant: ${unknown.join(', ')}`);
  process.exit(2);
}
const { judge } = await import(await built('suite'));

await judgeClean(Number(values.clean));
if (!values.none) {
  await judgeMutants(mutants.filter(({ id }) => positionals.length === 0 || positionals.includes(id)));
  if (positionals.length === 0) await judgeStranger();
}

async function judgeClean(runs) {
  const env = values.database === undefined ? {} : { DATABASE: values.database };
  for (let run = 1; run <= runs; run += 1) {
    const judged = await inSimulator(undefined, (url) => judge(url), env);
    told(`clean, run ${run}`, judged ?? { matches: 0, differs: [], notJudged: { 'not started': 1 } });
    if (!judged || judged.differs.length > 0) process.exitCode = 1;
  }
}

function told(name, { matches, differs, notJudged }) {
  const left = Object.entries(notJudged).map(([reason, count]) => `${reason} ${count}`);
  console.log(
    `${name}: ${matches} match, ${differs.length} differ, not judged: ${left.join(', ') || 'none'}`,
  );
  for (const one of differs) console.log(`  ${one.case.id}: ${JSON.stringify(one.differences)}`);
}

async function judgeMutants(wanted) {
  const survivors = [];
  const left = wanted.values();
  const worker = async () => {
    for (const mutant of left) {
      const began = performance.now();
      const judged = await inSimulator(mutant, (url) => judge(url, { first: true }));
      const by = judged ? judged.differs[0]?.case.id : 'not starting';
      if (by === undefined) survivors.push(mutant.id);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(
        `${by === undefined ? 'SURVIVED' : 'caught'} ${mutant.id}${by === undefined ? '' : ` by ${by}`}, ${seconds} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, worker));
  const caught = wanted.length - survivors.length;
  console.log(`${caught} of ${wanted.length} mutants caught; left: ${survivors.join(', ') || 'none'}`);
  if (caught < wanted.length * CAUGHT_SHARE) process.exitCode = 1;
}

async function judgeStranger() {
  for (const deviation of [undefined, ...DEVIATIONS.map(({ name }) => name)]) {
    const stranger = await startStranger({ deviations: deviation === undefined ? [] : [deviation] });
    try {
      const judged = await judge(stranger.url, { generated: deviation === undefined });
      const isRight = (judged.differs.length === 0) === (deviation === undefined);
      told(`the stranger${deviation === undefined ? '' : ` with ${deviation}`}`, judged);
      if (!isRight) process.exitCode = 1;
    } finally {
      await stranger.close();
    }
  }
}
