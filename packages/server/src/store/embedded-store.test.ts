import { ManualClock } from '@svc-simulator/core';
import { describeOutages, describeStore } from './conformance.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import { FaultyFiles } from './faulty-files.ts';
import { policy, TestDirectories } from './test-directories.ts';

const directories = new TestDirectories();

describeStore('the embedded store in memory', async () => {
  const clock = new ManualClock();
  return { clock, store: await openEmbeddedStore({ directory: null, clock, policy }) };
});

for (const durability of ['default', 'strict'] as const) {
  describeStore(`the embedded store on disk (${durability})`, async () => {
    const clock = new ManualClock();
    return { clock, store: await directories.open(await directories.make(), { clock, durability }) };
  });
}

describeOutages('the embedded store on a disk that is full', async () => {
  const clock = new ManualClock();
  const files = new FaultyFiles();
  const store = await directories.open(await directories.make(), { clock, files });
  const outage = {
    begin: () => {
      files.fate = ({ name }) => (name === 'write' ? 'fails' : 'happens');
    },
    end: () => {
      files.fate = () => 'happens';
    },
  };
  return { clock, store, outage };
});

describeOutages('the embedded store on a disk that can do nothing at all', async () => {
  const clock = new ManualClock();
  const files = new FaultyFiles();
  const store = await directories.open(await directories.make(), { clock, files });
  const outage = {
    begin: () => {
      files.fate = () => 'fails';
    },
    end: () => {
      files.fate = () => 'happens';
    },
  };
  return { clock, store, outage };
});

describeOutages('the embedded store on a disk that cannot be synced', async () => {
  const clock = new ManualClock();
  const files = new FaultyFiles();
  const store = await directories.open(await directories.make(), { clock, files, durability: 'strict' });
  const outage = {
    begin: () => {
      files.fate = ({ name }) => (name === 'sync' ? 'fails' : 'happens');
    },
    end: () => {
      files.fate = () => 'happens';
    },
  };
  return { clock, store, outage };
});
