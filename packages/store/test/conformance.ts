import { afterEach, describe } from 'vitest';
import { clockPromises } from './conformance-clocks.ts';
import { listPromises } from './conformance-lists.ts';
import { type Outage, outagePromises } from './conformance-outages.ts';
import { recordPromises } from './conformance-records.ts';
import type { Begin, Opened } from './conformance-steps.ts';
import { timerPromises } from './conformance-timers.ts';
import { tracePromises } from './conformance-trace.ts';
import { wholePromises } from './conformance-wholes.ts';

export type { Outage } from './conformance-outages.ts';
export type { Opened } from './conformance-steps.ts';

export function describeStore(name: string, open: () => Promise<Opened>): void {
  describe(`${name} keeps the store's promises`, () => {
    const begin = closeAfterTest(open);
    recordPromises(begin);
    listPromises(begin);
    tracePromises(begin);
    timerPromises(begin);
    clockPromises(begin);
    wholePromises(begin);
  });
}

/** Adds the tests of stores that can fail to write. `outage` makes writing impossible for a while. */
export function describeOutages(
  name: string,
  open: () => Promise<Opened & { readonly outage: Outage }>,
): void {
  describe(`${name} survives an outage`, () => {
    outagePromises(closeAfterTest(open));
  });
}

function closeAfterTest<O extends Opened>(open: () => Promise<O>): Begin<O> {
  const openStores: O[] = [];
  afterEach(async () => {
    for (const { store } of openStores.splice(0)) await store.close();
  });
  return async () => {
    const openStore = await open();
    openStores.push(openStore);
    return openStore;
  };
}
