import { withoutCredentials } from '@svc-simulator/core';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { expect, it } from 'vitest';
import { decodeBodyText, isJsonType } from '../http/body.ts';
import { parseSearch } from '../lists/filtered-page.ts';
import { findSentToken } from './call-log.ts';
import { maskBody, maskText } from './masking.ts';

/** Beginnings of secrets without an end. A badly written pattern tries each of them again and again. */
const pieces = [
  ...['eyJ-', 'eyJa', 'eyJ.', 'eyJa.b', 'a.', '-', 'sim_api_', 'sim_api_-', 'whsec_', 'sim_', 'x_sim_api'],
  ...[
    'http://',
    'https:',
    '//',
    '\\/',
    'http:\\/\\/a',
    '@',
    '?password',
    '&token',
    '?a&',
    '&otp',
    '=',
    '%41',
    '%',
  ],
  ...[
    '"a":',
    '{"',
    '\\',
    '\\"',
    '"\\u0041',
    '[',
    '{"token":',
    ' ',
    '\t',
    ';',
    '; charset',
    ',',
    'es;q=',
    'f',
    '0',
  ],
];
const scanners: [string, (text: string) => unknown][] = [
  ['an address', (text) => maskText(text)],
  ['a URL', withoutCredentials],
  ['a body', (text) => maskBody({ text, characters: text.length })],
  ['the beginning of a body', (text) => maskBody({ text, characters: text.length + 1 })],
  [
    'a body of one text',
    (text) => maskBody({ text: JSON.stringify({ text }), characters: text.length + 11 }),
  ],
  ['a search', (text) => parseSearch(text.slice(0, 200))?.pattern.test(text)],
  ['a credential', (text) => findSentToken({ authorization: `Bearer ${text}` })],
  ['another header', (text) => findSentToken({ 'x-api-key': text })],
  ['a language', (text) => pickLanguage(text, text)],
  ['a content type', (text) => [isJsonType(text), decodeBodyText(new Uint8Array(), text)]],
];

/** At this length, a linear pattern takes milliseconds, and a quadratic one takes minutes. */
const CHARACTERS = 256 * 1024;
const MAX_MS = 10_000;

it.each(scanners)('scans %s in time that grows linearly with the length', (_, scan) => {
  const slow = pieces.filter((piece) => {
    const text = piece.repeat(CHARACTERS / piece.length);
    const began = performance.now();
    scan(text);
    return performance.now() - began > MAX_MS;
  });
  expect(slow).toEqual([]);
});
