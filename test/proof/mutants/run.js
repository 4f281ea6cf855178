/**
 * `npm run test:mutants [-- clean] [mutants] [NAME …]`: runs the conformance suite. `clean`: on the unchanged
 * simulator, `--runs N` times on each store; fails if anything differs. `mutants`: on the simulator with each
 * fault of `mutants.js`; fails if the suite misses more than 3 % of them. Default: both.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildEntry } from '../../conformance/build.js';
import { inSimulator } from './judged.js';
import { mutants } from './mutants.js';

const CAUGHT_SHARE = 0.97;
const PARTS = ['clean', 'mutants'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !PARTS.includes(name) && !mutants.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`no such mutant: ${unknown.join(', ')}; there are also ${PARTS.join(', ')}`);
  process.exit(2);
}
const { judge, startCluster } = await import(await buildEntry('proof/mutants/suite'));

const isWanted = (part) => positionals.length === 0 || positionals.includes(part);
if (isWanted('clean')) await judgeClean(Number(values.runs));
const chosenMutants = mutants.filter(({ id }) => isWanted('mutants') || positionals.includes(id));
if (chosenMutants.length > 0) await judgeMutants(chosenMutants);

/** Judges each name and prints the result; returns the number of correct results. */
async function each(part, names, work, workers = 1) {
  const wrong = [];
  let doneCount = 0;
  const remaining = names.values();
  const worker = async () => {
    for (const name of remaining) {
      const { isRight, summary } = await work(name);
      if (!isRight) wrong.push(name);
      doneCount += 1;
      console.log(`${doneCount}/${names.length} ${isRight ? 'right' : 'WRONG'} ${part} ${name}: ${summary}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const right = names.length - wrong.length;
  console.log(`== ${part}: ${right} of ${names.length}; not: ${wrong.join(', ') || 'none'}\n`);
  return right;
}

async function judgeClean(runs) {
  const cluster = await startCluster();
  try {
    const names = ['embedded', 'PostgreSQL'].flatMap((store) =>
      Array.from({ length: runs }, (_, run) => `${store} ${run + 1}`),
    );
    const right = await each('clean', names, async (name) => {
      const env = name.startsWith('embedded') ? {} : { DATABASE: await cluster.database() };
      const verdicts = await inSimulator(undefined, (url) => judge(url), env);
      return {
        isRight: verdicts?.differs.length === 0,
        summary: verdicts ? summaryOf(verdicts) : 'it did not start',
      };
    });
    if (right < names.length) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

async function judgeMutants(mutantsToJudge) {
  const byId = new Map(mutantsToJudge.map((mutant) => [mutant.id, mutant]));
  const work = async (id) => {
    const verdicts = await inSimulator(byId.get(id), (url) => judge(url, { first: true }));
    if (!verdicts) return { isRight: true, summary: 'it did not start' };
    const [first] = verdicts.differs;
    return { isRight: first !== undefined, summary: first ? `caught by ${first.id}` : 'survived' };
  };
  const caught = await each('mutants', [...byId.keys()], work, Math.max(1, availableParallelism() - 1));
  if (caught < mutantsToJudge.length * CAUGHT_SHARE) process.exitCode = 1;
}

function summaryOf({ matches, differs, not_judged }) {
  const remaining = Object.values(not_judged).reduce((sum, count) => sum + count, 0);
  const examples = differs
    .slice(0, 3)
    .map(({ id, differences }) => `${id} ${JSON.stringify(differences[0])}`);
  return [`${matches} match, ${differs.length} differ, ${remaining} not judged`, ...examples].join('; ');
}
