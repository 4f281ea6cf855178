import word from 'texts:word';
import { attemptBody, attemptError, CHAOS_DROPPED } from '@svc-simulator/core';
import { TIMED_OUT } from '@svc-simulator/outbound';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { expect, it } from 'vitest';
import { NO_RELAY, RELAY_LOST } from './relay/relay-forward.ts';

const wordsIn = textsByLanguage(word);
const [en, es] = [wordsIn('en'), wordsIn('es')];

it.each([TIMED_OUT, NO_RELAY, RELAY_LOST, CHAOS_DROPPED])(
  'translates the error “%s” into Spanish and keeps it in English',
  (error) => {
    expect(attemptError(error, es)).not.toBe(error);
    expect(attemptError(error, en)).toBe(error);
  },
);

it.each(['ECONNREFUSED', 'constructor'])('leaves the code %s unchanged in Spanish', (code) => {
  expect(attemptError(code, es)).toBe(code);
});

it('translates only errors of the relay, never the response of a receiver', () => {
  expect(attemptBody('left out by the relay: --events paid', es)).toBe(
    'descartado por el relay: --events paid',
  );
  for (const body of ['timeout', 'left out by the relay: of course', CHAOS_DROPPED])
    expect(attemptBody(body, es)).toBe(body);
});
