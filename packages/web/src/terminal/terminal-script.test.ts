import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { terminalScriptFor } from './terminal-script.ts';

const local = await terminalScriptFor('localhost:4010', 'http://localhost:4010');

it.each([
  ['sim.localhost', 'http://127.0.0.1:4010'],
  ['127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['[::1]:4010', 'http://127.0.0.1:4010'],
  ['sim.example', 'https://sim.example'],
])('at %s of %s browsers sign by themselves', async (host, publicUrl) => {
  expect(await terminalScriptFor(host, publicUrl)).toBe(local);
});

it.each([
  ['sim.example', 'http://sim.example'],
  ['192.168.1.20:4010', 'https://sim.example'],
  ['localhost.example', 'http://localhost.example'],
  ['', 'http://127.0.0.1:4010'],
])('at %s of %s the page brings what it signs with', async (host, publicUrl) => {
  const script = await terminalScriptFor(host, publicUrl);
  expect(script).not.toBe(local);
  expect(() => new Script(script)).not.toThrow();
});
