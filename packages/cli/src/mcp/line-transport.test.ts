import { PassThrough } from 'node:stream';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import type { ToolContext } from '@svc-simulator/mcp/tool.ts';
import { expect, it } from 'vitest';
import { jsonLines } from '../../test/stage.ts';
import { LineTransport } from './line-transport.ts';

async function connectServer(createContext: () => Promise<ToolContext>) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.on('data', (chunk) => {
    text += chunk;
  });
  const server = mcpServer({ t: mcpTexts('en'), version: '0', isLocal: true, createContext });
  const transport = new LineTransport(input, output);
  await server.connect(transport);
  const say = (message: unknown) => input.write(`${JSON.stringify(message)}\n`);
  return { input, say, transport, answers: () => jsonLines(text) };
}

const rejectContext = () => Promise.reject(new Error('no simulator is needed'));

it.each([
  ['this is not JSON', null, -32700],
  ['{"jsonrpc":"2.0","id":7}', 7, -32600],
  ['{"id":"x","method":"ping"}', 'x', -32600],
  ['[]', null, -32600],
  ['{"jsonrpc":"2.0","id":8,"method":"nothing"}', 8, -32601],
])('returns a protocol error for %s', async (line, id, code) => {
  const { input, transport, answers } = await connectServer(rejectContext);
  input.end(`${line}\n`);
  await transport.finished;
  await expect.poll(answers).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
});

it("responds to messages after a line that isn't a message", async () => {
  const { input, transport, answers } = await connectServer(rejectContext);
  input.end('nothing\n\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await transport.finished;
  await expect.poll(answers).toMatchObject([{ error: { code: -32700 } }, { id: 1, result: {} }]);
});

it('ends after its input ends and the running calls have their responses', async () => {
  let release = (_reason: Error) => {};
  const { input, say, transport, answers } = await connectServer(
    () =>
      new Promise<ToolContext>((_resolve, reject) => {
        release = reject;
      }),
  );
  let isFinished = false;
  transport.finished.then(() => {
    isFinished = true;
  });
  say({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list', arguments: {} } });
  say({ jsonrpc: '2.0', id: 4, method: 'ping' });
  input.end();
  await expect.poll(answers).toMatchObject([{ id: 4 }]);
  expect(isFinished).toBe(false);
  release(new Error('it is enough'));
  await transport.finished;
  expect(answers().map(({ id }) => id)).toEqual([4, 3]);
});
