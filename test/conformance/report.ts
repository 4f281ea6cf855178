import { differences as entries } from '@svc-simulator/contract';
import type { Reason, Result } from './case.ts';

/** What the suite says of a target; also its JSON. `url`: null, a simulator of its own. */
export function judgementOf(url: string | null, results: readonly Result[]) {
  return {
    url,
    matches: results.filter(({ verdict }) => verdict === 'matches').length,
    differs: results.flatMap((result) => {
      if (result.verdict !== 'differs') return [];
      const { step, differences, curl, case: one } = result;
      return { id: one.id, judges: sentenceOf(one.judges), step, differences, curl };
    }),
    /** How many for which reason. */
    not_judged: notJudged(results),
  };
}

export function notJudged(results: readonly Result[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of results)
    if (result.verdict === 'not-judged') counts[result.because] = (counts[result.because] ?? 0) + 1;
  return counts;
}

/** What a case judges: the specification's words, or an entry of `/fidelidad` with its own. */
function sentenceOf(judges: string): string {
  const entry = entries().find(({ id }) => id === judges);
  return entry ? `/fidelidad ${judges}: ${entry.summary}` : judges;
}

export function reportLines({
  url,
  matches,
  differs,
  not_judged,
}: ReturnType<typeof judgementOf>): readonly string[] {
  const told = differs.flatMap(({ id, judges, step, differences, curl }) => [
    `differs  ${id}  step ${step}`,
    `  ${judges}`,
    ...differences.map(({ at, wanted, got }) => `  ${at}: wanted ${wanted}, got ${got}`),
    `  ${curl}`,
    '',
  ]);
  const left = Object.entries(not_judged).map(
    ([reason, count]) => `${count} not judged: ${reasonText(reason)}`,
  );
  return [...told, `${url ?? 'a simulator of its own'}: ${matches} match, ${differs.length} differ`, ...left];
}

const reasons: Readonly<Record<Reason, string>> = {
  agreement: 'there is no agreement',
  login: 'no name and password are named (SIM_SHORT_NAME, SIM_PASSWORD)',
  terminal: 'no merchant is named (SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD)',
  relay: 'the target has no relay',
  local: 'webhooks do not come here without a relay',
  page: 'the target has no payment page of this form',
  clock: 'the target has no clock that can be set',
  control: 'the target has no surfaces of a simulator',
  console: 'there is no console token (SIM_CONSOLE_TOKEN)',
  receiver: 'webhooks cannot arrive here (SIM_WEBHOOK_SECRET, --webhook-url)',
  other: 'there is no second account (SIM_OTHER_TOKEN)',
  operation: 'the target does not have the operation',
  unsafe: 'they change the account; --all judges them',
  setup: 'they need an account of their own; --all opens one where anybody can register',
  ended: 'it was stopped',
};

function reasonText(reason: string): string {
  return Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reason;
}

/** The same for CI servers. */
export function suiteOf(results: readonly Result[]) {
  return {
    name: 'conformance',
    cases: results.map((result) => ({
      name: result.case.id,
      tookMs: result.tookMs,
      failure:
        result.verdict === 'differs'
          ? {
              message: sentenceOf(result.case.judges),
              details: [
                ...result.differences.map(({ at, wanted, got }) => `${at}: ${wanted} / ${got}`),
                result.curl,
              ].join('\n'),
            }
          : null,
      ...(result.verdict === 'not-judged' && { skipped: reasonText(result.because) }),
    })),
  };
}
