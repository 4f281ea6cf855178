import { differences as entries, fromNames } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Axis, axes, type Reason, type Result } from '@svc-simulator/verify';
import type { Suite } from '../expectations/junit.ts';
import type { Colours } from '../rendering/colours.ts';
import { columns, plain } from '../rendering/text.ts';

/** Long enough for a request that a shell can repeat. */
const TEXT_LIMIT = 4000;

/** What the suite says of a target; also its JSON. */
export type Judgement = ReturnType<typeof judgementOf>;

/** Figures of different axes are never added up. `url`: null, a simulator of its own; `not_judged`: how many for which reason. */
export function judgementOf(url: string | null, results: readonly Result[]) {
  const operations = [...new Set(results.map((result) => result.case.operation))];
  const reasons: Record<string, number> = {};
  for (const result of results)
    if (result.verdict === 'not-judged') reasons[result.because] = (reasons[result.because] ?? 0) + 1;
  return {
    url,
    operations: operations.map((operation) => ({
      operation,
      axes: tallies(results.filter((result) => result.case.operation === operation)),
    })),
    differs: results.flatMap((result) =>
      result.verdict === 'differs'
        ? {
            id: result.case.id,
            judges: sentenceOf(result.case.judges),
            step: result.step,
            differences: result.differences,
            curl: result.curl,
          }
        : [],
    ),
    not_judged: reasons,
  };
}

/** What a case judges: the specification's words, or an entry of `/fidelidad` with its own. */
function sentenceOf(judges: string): string {
  const entry = entries().find(({ id }) => id === judges);
  return entry ? `/fidelidad ${judges}: ${entry.summary}` : judges;
}

function tallies(results: readonly Result[]) {
  const tally = (axis: Axis) => {
    const own = results.filter((result) => result.case.axis === axis);
    const count = (verdict: Result['verdict']) => own.filter((result) => result.verdict === verdict).length;
    return { matches: count('matches'), differs: count('differs'), not_judged: count('not-judged') };
  };
  return fromNames(axes, tally);
}

export function reportLines(
  judgement: Judgement,
  results: readonly Result[],
  colours: Colours,
): readonly string[] {
  const { differs, not_judged, url } = judgement;
  const told = differs.flatMap(({ id, judges, step, differences, curl }) => [
    `${colours.red(t`differs`)}  ${colours.bold(id)}  ${colours.dim(t`step ${step}`)}`,
    `  ${judges}`,
    ...differences.map(
      ({ at, wanted, got }) =>
        `  ${at}: ${t`wanted ${plain(wanted, TEXT_LIMIT)}, got ${plain(got, TEXT_LIMIT)}`}`,
    ),
    `  ${colours.dim(plain(curl, TEXT_LIMIT))}`,
    '',
  ]);
  const whole = tallies(results);
  const rows = axes.map((axis) => {
    const { matches, differs: other, not_judged: left } = whole[axis];
    return [axisWords()[axis], t`${matches} match`, t`${other} differ`, t`${left} not judged`];
  });
  const reasons = Object.entries(not_judged).map(([reason, count]) => `${count}  ${reasonText(reason)}`);
  return [
    ...told,
    ...columns(rows),
    ...(reasons.length > 0 ? ['', ...reasons] : []),
    '',
    url ?? t`a simulator of its own`,
  ];
}

export function axisWords(): Record<Axis, string> {
  return { driven: t`driven`, contract: t`contract`, negative: t`negative`, behaviour: t`behaviour` };
}

/** Why cases were not judged. */
export function reasonText(reason: string): string {
  const texts: Readonly<Record<Reason, string>> = {
    agreement: t`not judged: there is no agreement`,
    login: t`not judged: no name and password are named (SIM_SHORT_NAME, SIM_PASSWORD)`,
    terminal: t`not judged: no merchant is named (SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD)`,
    relay: t`not judged: the target has no relay`,
    local: t`not judged: webhooks do not come here without a relay`,
    page: t`not judged: the target has no payment page of this form`,
    clock: t`not judged: the target has no clock that can be set`,
    control: t`not judged: the target has no surfaces of a simulator`,
    console: t`not judged: there is no console token (SIM_CONSOLE_TOKEN)`,
    receiver: t`not judged: webhooks cannot arrive here (SIM_WEBHOOK_SECRET, --webhook-url)`,
    other: t`not judged: there is no second account (SIM_OTHER_TOKEN)`,
    operation: t`not judged: the target does not have the operation`,
    unsafe: t`not judged: they change the account; --all judges them`,
    setup: t`not judged: they need an account of their own; --all opens one where anybody can register`,
    ended: t`not judged: it was stopped`,
  };
  return Object.entries(texts).find(([name]) => name === reason)?.[1] ?? reason;
}

/** The same for CI servers. */
export function verifySuite(results: readonly Result[]): Suite {
  return {
    name: 'sim verify',
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
