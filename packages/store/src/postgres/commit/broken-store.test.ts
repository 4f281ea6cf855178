import { expect, it, vi } from 'vitest';
import { noteEvent, saveRecord } from '../../../test/conformance-steps.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { partner } from '../../../test/store-samples.ts';
import { BrokenStoreError } from '../../integrity.ts';
import { put } from '../../store.ts';

const stores = new TestStores();

it('rejects every call with the cause if an error is thrown after a commit, which stays stored', async () => {
  const url = await stores.database();
  const { store } = await stores.open({ url });
  const errors: Error[] = [];
  store.integrity.onBroken((error) => errors.push(error));
  vi.spyOn(store.trace.followers, 'onStored').mockImplementation(() => {
    throw new Error('nobody can be told');
  });
  const first = saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
  const waiting = noteEvent(store, 'a');
  await expect(first).rejects.toThrow(BrokenStoreError);
  await expect(waiting).rejects.toThrow('nobody can be told');
  await expect(noteEvent(store, 'b')).rejects.toThrow('nobody can be told');
  expect(errors).toEqual([store.integrity.broken]);
  const again = await stores.open({ url });
  expect(await again.store.get('partner', 'p1')).toEqual(partner('a', 'p1'));
});
