import { afterEach, describe } from 'vitest';
import { testClocks } from './conformance-clocks.ts';
import { testLists } from './conformance-lists.ts';
import { type Outage, testOutages } from './conformance-outages.ts';
import { testRecords } from './conformance-records.ts';
import type { Begin, StoreFixture } from './conformance-steps.ts';
import { testTimers } from './conformance-timers.ts';
import { testTrace } from './conformance-trace.ts';
import { testWholeAccounts } from './conformance-wholes.ts';

export type { Outage } from './conformance-outages.ts';
export type { StoreFixture } from './conformance-steps.ts';

export function describeStore(name: string, open: () => Promise<StoreFixture>): void {
  describe(`${name} keeps the store's promises`, () => {
    const begin = closeAfterTest(open);
    testRecords(begin);
    testLists(begin);
    testTrace(begin);
    testTimers(begin);
    testClocks(begin);
    testWholeAccounts(begin);
  });
}

/** Adds the tests of stores that can fail to write. `outage` makes writing impossible for a while. */
export function describeOutages(
  name: string,
  open: () => Promise<StoreFixture & { readonly outage: Outage }>,
): void {
  describe(`${name} survives an outage`, () => {
    testOutages(closeAfterTest(open));
  });
}

function closeAfterTest<O extends StoreFixture>(open: () => Promise<O>): Begin<O> {
  const openStores: O[] = [];
  afterEach(async () => {
    for (const { store } of openStores.splice(0)) await store.close();
  });
  return async () => {
    const fixture = await open();
    openStores.push(fixture);
    return fixture;
  };
}
