import { describe, expect, it } from 'vitest';
import { streamDataOf } from './follow-stream.ts';

async function read(text: string, chunkSize: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += chunkSize) yield bytes.subarray(from, from + chunkSize);
  }
  const messages: string[] = [];
  for await (const message of streamDataOf(chunks())) messages.push(message);
  return messages;
}

const stream = [
  ': connected\n\n',
  'id: 1\ndata: {"a":"ñ"}\n\n',
  'id: 2\r\nevent: named\r\ndata: first\r\ndata:second\r\n\r\n',
  'id: 3\rdata:  two spaces\r\r',
  'data\n\n',
  'id: 4\n\n',
  'data: kept: colon\n\n',
  'data: unfinished\n',
].join('');

describe('streamDataOf', () => {
  it.each([1, 2, 3, 7, 1000])(
    'returns the same data when messages arrive in chunks of %i bytes',
    async (chunkSize) => {
      expect(await read(stream, chunkSize)).toEqual([
        '{"a":"ñ"}',
        'first\nsecond',
        ' two spaces',
        '',
        'kept: colon',
      ]);
    },
  );
});
