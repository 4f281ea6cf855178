import diagnosis from 'texts:diagnosis';
import word from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { expect, it } from 'vitest';
import { type TraineeState, traineeFacts } from './class-trainer.ts';

it('says that the latest abandoned webhook was refused because of its signature, and what to do', () => {
  const webhook = { event: 'payment_session.paid', status: 401, cause: 'refused_signature' };
  const row = { last_given_up: webhook } as unknown as TraineeState;
  const fact = traineeFacts.find(({ field }) => field === 'last_given_up');
  expect(fact?.beside?.(row, textsByLanguage(diagnosis, word)('en'))).toBe(
    "paid · 401 · Most likely: the receiver rejected the signature, and its response doesn't say why. If your receiver's 401 response includes the signature it computed, the simulator shows the exact mistake here. It is usually one of three: a different secret, re-serialized JSON instead of the raw bytes, or a missing svc-timestamp and dot before the body.",
  );
});
