import { differences } from '@svc-simulator/contract';
import { documentTexts } from '@svc-simulator/contract/openapi/english.ts';
import type { JunitSuite } from '../../packages/cli/src/expectations/junit.ts';
import type { Result } from './case.ts';
import { variables } from './target.ts';

/** Returns the summary that `--json` writes. `url` is null if the target is the suite's own simulator. */
export function judgementOf(url: string | null, results: readonly Result[]) {
  const not_judged: Record<string, number> = {};
  for (const result of results)
    if (result.verdict === 'not-judged') not_judged[result.lacks] = (not_judged[result.lacks] ?? 0) + 1;
  return {
    url,
    matches: results.filter(({ verdict }) => verdict === 'matches').length,
    differs: results.flatMap((result) => {
      if (result.verdict !== 'differs') return [];
      const { case: one, step, differences, curl } = result;
      return [{ id: one.id, judges: sentenceOf(one.judges), step, differences, curl }];
    }),
    /** Number of cases by missing requirement. */
    not_judged,
  };
}

/** Returns the subject of a case: the specification's words, or an entry of `/fidelidad`. */
function sentenceOf(judges: string): string {
  const entry = differences(documentTexts('en')).find(({ id }) => id === judges);
  return entry ? `/fidelidad ${judges}: ${entry.summary}` : judges;
}

export function reportLines({
  url,
  matches,
  differs,
  not_judged,
}: ReturnType<typeof judgementOf>): readonly string[] {
  const lines = differs.flatMap(({ id, judges, step, differences, curl }) => [
    `differs  ${id}  step ${step}`,
    `  ${judges}`,
    ...differences.map(({ at, wanted, got }) => `  ${at}: wanted ${wanted}, got ${got}`),
    `  ${curl}`,
    '',
  ]);
  const left = Object.entries(not_judged).map(([lack, count]) => `${count} not judged: ${reasonOf(lack)}`);
  return [
    ...lines,
    `${url ?? 'a simulator of its own'}: ${matches} match, ${differs.length} differ`,
    ...left,
  ];
}

const reasons: Readonly<Record<string, string>> = {
  all: 'they change the account; --all judges them',
  alone: 'they need an account of their own; --all opens one where anybody can register',
  merchantToken: `no merchant is named (${variables.email}, ${variables.merchantPassword})`,
  local: 'webhooks do not come here without a relay',
  page: 'the target has no payment page of this form',
  relay: 'the target has no relay',
  webhookSecret: `webhooks cannot arrive here (${variables.webhookSecret}, --webhook-url)`,
};

function reasonOf(lack: string): string {
  const variable = Object.entries(variables).find(([name]) => name === lack)?.[1];
  return (
    reasons[lack] ??
    `the target has no ${lack}${variable === undefined ? '' : `, or nobody has named it (${variable})`}`
  );
}

/** Returns the results as a JUnit suite, for CI servers. */
export function suiteOf(results: readonly Result[]): JunitSuite {
  return {
    name: 'conformance',
    cases: results.map((result) => ({
      name: result.case.id,
      durationMs: result.durationMs,
      failure: result.verdict === 'differs' ? failureOf(result) : null,
      ...(result.verdict === 'not-judged' && { skipped: reasonOf(result.lacks) }),
    })),
  };
}

function failureOf({ case: one, differences, curl }: Extract<Result, { readonly verdict: 'differs' }>) {
  const lines = differences.map(({ at, wanted, got }) => `${at}: ${wanted} / ${got}`);
  return { message: sentenceOf(one.judges), details: [...lines, curl].join('\n') };
}
