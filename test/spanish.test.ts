import { describe, expect, it } from 'vitest';
import { english } from '../packages/test-support/src/english.ts';
import { call } from './support/api.ts';
import { refusalsOf, sayings } from './support/refusals.ts';
import { startSimulator } from './support/simulator.ts';

describe('a person who reads Spanish', () => {
  it('meets no English sentence in what the API refuses, nor in its description', async () => {
    const simulator = await startSimulator();
    const headers = { 'accept-language': 'es-VE' };
    const document = (await call(simulator.url, 'GET', '/openapi.json', { headers })).body;
    const told = [...sayings(document)];
    expect(told.length).toBeGreaterThan(800);
    const problems = await refusalsOf(simulator, 'es-VE');
    expect(problems.length).toBeGreaterThan(200);
    expect([...new Set([...told, ...problems])].filter((text) => english.test(text))).toEqual([]);
  });
});
