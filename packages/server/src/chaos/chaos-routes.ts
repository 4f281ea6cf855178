import * as api from '@svc-simulator/contract';
import { type BodyOf, chaosFaults, chaosRates, fromNames } from '@svc-simulator/contract';
import { type AccountChaos, type ChaosSpan, isoOf } from '@svc-simulator/core';
import { put } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function chaosRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.getChaos, ({ account }) => reply(presentChaos(account.chaos))),
    route(api.setChaos, async ({ account, body }) =>
      reply(presentChaos(await replaceChaos(runtime, account.id, body))),
    ),
    route(api.clearChaos, async ({ account }) => {
      await removeChaos(runtime, account.id);
      return reply(presentChaos(undefined));
    }),
  ];
}

/** Generated seeds are below this, so they are short enough to type. */
const SEED_COUNT = 1_000_000;

/** Replaces the account's chaos and its counters. Omitted settings are off. */
function replaceChaos(
  runtime: Runtime,
  accountId: string,
  body: BodyOf<typeof api.setChaos>,
): Promise<AccountChaos | undefined> {
  const seed = body.seed ?? Math.floor(runtime.random.float() * SEED_COUNT);
  const rates = fromNames(chaosRates, (name) => body[name] ?? 0);
  return changeAccount<AccountChaos | undefined>(
    runtime,
    { id: accountId, ifMissing: undefined },
    (account, view) => {
      const { nextEventId, now } = view;
      const chaos: AccountChaos = {
        id: nextEventId,
        seed,
        rates,
        delayMs: toSpan(body.delay_ms),
        latencyMs: toSpan(body.latency_ms),
        setAt: now,
        webhooks: 0,
        calls: 0,
        injected: {},
      };
      const event = { type: 'chaos.set', at: now, data: presentSettings(chaos) } as const;
      return { result: chaos, puts: [put('account', accountId, { ...account, chaos })], events: [event] };
    },
  );
}

function removeChaos(runtime: Runtime, accountId: string): Promise<undefined> {
  return changeAccount(runtime, { id: accountId, ifMissing: undefined }, (account, { now }) => {
    const { chaos, ...rest } = account;
    if (!chaos) return { result: undefined };
    const { seed, webhooks, calls } = chaos;
    const data = { seed, webhooks, calls, injected: countsOf(chaos) };
    const event = { type: 'chaos.cleared', at: now, data } as const;
    return { result: undefined, puts: [put('account', accountId, rest)], events: [event] };
  });
}

const chaosOff = { seed: null, rates: fromNames(chaosRates, () => 0), delayMs: { min: 0, max: 0 } };

function presentChaos(chaos: AccountChaos | undefined) {
  return {
    active: chaos !== undefined,
    ...presentSettings(chaos ?? { ...chaosOff, latencyMs: chaosOff.delayMs }),
    set_at: chaos ? isoOf(chaos.setAt) : null,
    webhooks: chaos?.webhooks ?? 0,
    calls: chaos?.calls ?? 0,
    injected: countsOf(chaos),
  };
}

function presentSettings({
  seed,
  rates,
  delayMs,
  latencyMs,
}: Pick<AccountChaos, 'rates' | 'delayMs' | 'latencyMs'> & { readonly seed: number | null }) {
  const {
    duplicate = 0,
    reorder = 0,
    drop = 0,
    bad_signature = 0,
    stale_timestamp = 0,
    error_rate = 0,
  } = rates;
  return {
    seed,
    duplicate,
    reorder,
    delay_ms: compactSpan(delayMs),
    drop,
    bad_signature,
    stale_timestamp,
    latency_ms: compactSpan(latencyMs),
    error_rate,
  };
}

function countsOf(chaos: AccountChaos | undefined) {
  return Object.fromEntries(chaosFaults.map((fault) => [fault, chaos?.injected[fault] ?? 0]));
}

function toSpan(value: number | ChaosSpan | undefined): ChaosSpan {
  return typeof value === 'object'
    ? { min: value.min, max: value.max }
    : { min: value ?? 0, max: value ?? 0 };
}

function compactSpan({ min, max }: ChaosSpan): number | ChaosSpan {
  return min === max ? min : { min, max };
}
