import { differences, lazy, operations } from '@svc-simulator/contract';
import { type Axis, axes, type Case } from './case.ts';
import { everyCase } from './every-case.ts';

/**
 * Tests of this repository for what no question from outside can judge: restarts, hosted simulators, the relay's sockets, the
 * command line. Entries of `/fidelidad`, or whole chapters of it, by their id.
 */
const tested: readonly (readonly [entries: string, test: string])[] = [
  ['conventions.unavailable', 'test/full-disk.test.ts'],
  ['accounts.kept-token', 'packages/server/src/accounts/known-accounts.test.ts'],
  ['accounts.attempts', 'packages/server/src/http/limits/hosted-attempts.test.ts'],
  ['webhooks.hosted-relay', 'packages/server/src/webhooks/transports.test.ts'],
  ['webhooks.address-guard', 'packages/server/src/webhooks/address-guard.test.ts'],
  ['webhooks.restart', 'test/crash.test.ts'],
  ['relay.silence', 'test/hostile-peers.test.ts'],
  ['relay.reconnect', 'packages/relay/src/reconnection.test.ts'],
  ['relay.', 'test/relay.test.ts'],
  ['simulator.reset-demo', 'packages/server/src/control/control.test.ts'],
  ['simulator.hosted-limits', 'test/tenant-abuse.test.ts'],
  ['simulator.quotas', 'packages/server/src/http/limits/account-quotas.test.ts'],
  ['simulator.drain', 'test/hosted-drain.test.ts'],
  ['snapshots.seed', 'packages/testing/src/account/account-snapshots.test.ts'],
  ['snapshots.moment', 'packages/server/src/snapshots/snapshots.test.ts'],
  ['terminals.signature-get', 'packages/server/src/terminals/terminal-auth.test.ts'],
  ['transactions.list-body', 'packages/server/src/terminals/terminal-auth.test.ts'],
  ['command-line.', 'packages/cli/src/start/start.test.ts'],
  ['operations.sendProbe.', 'packages/server/src/probes/probes.test.ts'],
  ['operations.search.', 'packages/server/src/search/search.test.ts'],
  ['operations.listDeliveries.', 'packages/server/src/deliveries/delivery-list.test.ts'],
  ['operations.getHealth.', 'packages/store/src/embedded/broken-store.test.ts'],
  ['operations.get', 'packages/server/src/operations/operations.test.ts'],
];

/** On which day somebody recorded the real service doing what an entry says (ISO 8601), by its id. Nobody has yet. */
const recorded: ReadonlyMap<string, string> = new Map();

/** What speaks for an entry of `/fidelidad`. */
export interface Evidence {
  /** `proved`: cases of the suite judge it; `decided`: only a test here does, and nobody has observed the real service. */
  readonly state: 'proved' | 'recorded' | 'decided';
  readonly recordedOn: string | null;
  /** Ids of written cases. */
  readonly cases: readonly string[];
  /** How many cases that follow from the schemas. */
  readonly generated: number;
  /** The test that judges it where no case can. */
  readonly test: string | null;
}

/** The evidence of every entry of `/fidelidad`, by its id. */
export const evidence = lazy((): ReadonlyMap<string, Evidence> => {
  const cases = casesBy('judges');
  return new Map(
    differences().map(({ id }) => {
      const own = cases.get(id) ?? [];
      const recordedOn = recorded.get(id) ?? null;
      const state = recordedOn !== null ? 'recorded' : own.length > 0 ? 'proved' : 'decided';
      const test = own.length > 0 ? undefined : tested.find(([entries]) => id.startsWith(entries))?.[1];
      const written = own.filter((one) => !one.generated).map((one) => one.id);
      const generated = own.length - written.length;
      return [id, { state, recordedOn, cases: written, generated, test: test ?? null }];
    }),
  );
});

function casesBy(aspect: 'judges' | 'operation'): ReadonlyMap<string, readonly Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of everyCase()) {
    const group = groups.get(one[aspect]) ?? [];
    groups.set(one[aspect], group);
    group.push(one);
  }
  return groups;
}

/** How many cases each operation has on each axis. */
export const casesByOperation = lazy((): ReadonlyMap<string, Readonly<Record<Axis, number>>> => {
  const cases = casesBy('operation');
  return new Map(
    operations.map(({ id }) => {
      const own = cases.get(id) ?? [];
      const count = (axis: Axis) => own.filter((one) => one.axis === axis).length;
      const [driven, contract, negative, behaviour] = axes.map(count);
      return [
        id,
        { driven: driven ?? 0, contract: contract ?? 0, negative: negative ?? 0, behaviour: behaviour ?? 0 },
      ];
    }),
  );
});

/** `docs/confidence.md`: what speaks for the simulator, operation by operation and entry by entry. */
export function confidencePage(): string {
  const words = { proved: 'proved here', recorded: 'recorded', decided: 'decided, never observed' };
  const perOperation = [...casesByOperation()].map(
    ([id, { driven, contract, negative, behaviour }]) =>
      `| \`${id}\` | ${driven} | ${contract} | ${negative} | ${behaviour} |`,
  );
  const perEntry = [...evidence()].map(([id, { state, recordedOn, cases, generated, test }]) => {
    const named = cases.map((one) => `\`${one}\``);
    const all = [
      ...named,
      ...(generated > 0 ? [`${generated} generated`] : []),
      ...(test === null ? [] : [`\`${test}\``]),
    ];
    return `| \`${id}\` | ${words[state]}${recordedOn === null ? '' : ` ${recordedOn}`} | ${all.join(', ')} |`;
  });
  return `# What speaks for the simulator

Made from the suite by \`npx vitest run --config test/vitest.config.ts packages/verify --update\`. A figure is how many cases judge an
operation on one axis; figures of different axes are never added up. What \`sim verify\` is: [verify](en/verify.md).

| Operation | driven | contract | negative | behaviour |
| --- | --- | --- | --- | --- |
${perOperation.join('\n')}

## Entries of \`/fidelidad\`

\`proved here\`: cases of the suite judge it. \`recorded\`: somebody has recorded the real service doing so. \`decided, never observed\`: no question
from outside can judge it, a test of this repository does.

| Entry | Evidence | Cases, or the test |
| --- | --- | --- |
${perEntry.join('\n')}
`;
}
