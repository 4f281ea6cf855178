import { accountOf, alarmOf, ManualClock, tagsOf } from '@svc-simulator/core';
import { describeStore } from './conformance.ts';
import { openEmbeddedStore } from './embedded-store.ts';

const policy = { accountOf, alarmOf, tagsOf };

describeStore('the embedded store in memory', async () => {
  const clock = new ManualClock();
  return { clock, store: await openEmbeddedStore({ directory: null, clock, policy }) };
});
