import { problemSentences, type Sentence } from '@svc-simulator/test-support/problems/sentences.ts';
import { describe, expect, it } from 'vitest';
import { inSpanish, ownSentences } from './index.ts';

const sentences = problemSentences();

/** Examples, protocol, and what `translated` puts together. */
const others = new Set([
  ...['correct horse', 'Online shop', 'Order', 'Bearer', 'this is for the instance {}'],
  ...['amountReference {}', '{} (and {} more)', 'it cannot be parsed'],
  'the new credentials of {} could not be kept',
]);

/** Said before there is a request whose headers can be read; these stay English. */
const beforeHeaders = new Set([
  'This is no request of HTTP/1.1: {}.',
  'Request timeout',
  'The request took too long to arrive. Send its headers and body at once.',
  'Expectation failed',
  'Expect: {} cannot be met; 100-continue can, or leave the header out.',
  'Request header fields too large',
  'The path and headers together may take 16 KiB: shorten the query, or clear the cookies of this host.',
]);

/** Literals with two words or more, titles, and parts. */
function isSentence({ text, isPart }: Sentence): boolean {
  if (others.has(text) || beforeHeaders.has(text)) return false;
  return isPart || /[a-z]{2,},? [a-z{]|^[A-Z][a-z]+$/.test(text);
}

describe('the Spanish of problems', () => {
  it('has every sentence that the sources say', () => {
    const missing = sentences.filter((said) => isSentence(said) && inSpanish(said.text) === undefined);
    expect(missing.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  });

  it('has nothing that the sources do not say', () => {
    const said = new Set(sentences.map(({ text }) => text));
    expect(Object.keys(ownSentences).filter((text) => !said.has(text))).toEqual([]);
  });
});
