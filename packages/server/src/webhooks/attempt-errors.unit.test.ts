import word from 'texts:word';
import { attemptBody, attemptError, CHAOS_DROPPED } from '@svc-simulator/core';
import { TIMED_OUT } from '@svc-simulator/outbound';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { expect, it } from 'vitest';
import { NO_RELAY, RELAY_LOST } from './relay/relay-forward.ts';

const says = textsByLanguage(word);
const [en, es] = [says('en'), says('es')];

it.each([TIMED_OUT, NO_RELAY, RELAY_LOST, CHAOS_DROPPED])(
  'the error “%s” is said in Spanish, and in English as it is kept',
  (error) => {
    expect(attemptError(error, es)).not.toBe(error);
    expect(attemptError(error, en)).toBe(error);
  },
);

it.each(['ECONNREFUSED', 'constructor'])('the code %s is the same in both', (code) => {
  expect(attemptError(code, es)).toBe(code);
});

it('only what the relay itself answered is translated, not what a receiver did', () => {
  expect(attemptBody('left out by the relay: --events paid', es)).toBe(
    'el relay lo dejó fuera: --events paid',
  );
  for (const body of ['timeout', 'left out by the relay: of course', CHAOS_DROPPED])
    expect(attemptBody(body, es)).toBe(body);
});
