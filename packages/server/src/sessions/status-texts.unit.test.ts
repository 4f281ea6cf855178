import type { Peers } from '@svc-simulator/store/store.ts';
import { expect, it } from 'vitest';
import { session } from '../../../store/test/store-samples.ts';
import { statusTexts } from './status-texts.ts';

/** The status in two answers about one object, which is changed in between: what is kept is answered again. */
function told(store: Parameters<typeof statusTexts>[0]): readonly string[] {
  const textOf = statusTexts(store);
  const record = session('a', 's1');
  const answer = () => JSON.parse(textOf(record, 'http://simulator.invalid', { receiver_credits: 'list' }));
  const before = answer().status;
  Object.assign(record, { status: 'failed' });
  return [before, answer().status];
}

it('keeps a text where a session is one object until it changes', () => {
  expect(told({})).toEqual(['pending', 'pending']);
});

it('keeps none where each reading is another object, which no text would be found for', () => {
  expect(told({ peers: {} as Peers })).toEqual(['pending', 'failed']);
});
