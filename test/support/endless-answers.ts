import type { Socket } from 'node:net';
import { startRawServer } from './receiver.ts';

/** Starts a receiver that responds with `head`, and then repeats `piece` as fast as the client reads. */
export const startEndlessReceiver = (head: string, piece: string) =>
  startRawServer((socket) => {
    socket.on('error', () => {});
    socket.write(head);
    writeOn(socket, Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length))));
  });

function writeOn(socket: Socket, pieces: Buffer): void {
  while (socket.writable && socket.write(pieces));
  if (socket.writable) socket.once('drain', () => writeOn(socket, pieces));
}

const CHUNKED = 'HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n';
type EndlessAnswer = readonly [what: string, head: string, piece: string, result: EndlessResult];

interface EndlessResult {
  readonly status: number | null;
  readonly error: string | null;
}

/** Endless responses: name, beginning, repeated piece, and the result that an attempt must have. */
export const endlessAnswers: readonly EndlessAnswer[] = [
  [
    'interim answers',
    '',
    'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n',
    { status: null, error: 'unreadable response (too many interim responses)' },
  ],
  ['status line', 'HTTP/1.1 200 ', 'OK', { status: null, error: 'header fields too large' }],
  ['header name', 'HTTP/1.1 200 OK\r\n', 'x', { status: null, error: 'header fields too large' }],
  ['header fields', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n', { status: null, error: 'header fields too large' }],
  ['empty lines before the answer', '', '\r\n', { status: null, error: 'header fields too large' }],
  ['trailers', `${CHUNKED}2\r\nok\r\n0\r\n`, 'x: y\r\n', { status: 500, error: null }],
  ['chunk extension', `${CHUNKED}2;`, 'x', { status: 500, error: null }],
  ['chunk size', CHUNKED, '0', { status: 500, error: null }],
  ['tiny chunks', CHUNKED, '1\r\nx\r\n', { status: 500, error: null }],
];
