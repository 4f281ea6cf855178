import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { relayUrlOf, targetUrlOf } from './rules.ts';

describe('targetUrlOf', () => {
  it.each([
    ['https://shop.example:9/a%20b/?x=1#f', null, 'https://shop.example:9/a%20b/?x=1#f'],
    ['https://shop.example:9/a%20b/?x=1', { port: 3000 }, 'http://127.0.0.1:3000/a%20b/?x=1'],
    ['http://localhost', { port: 3000 }, 'http://127.0.0.1:3000/'],
    ['/only/a/path?x', { port: 3000 }, 'http://127.0.0.1:3000/only/a/path?x'],
    ['hooks/here', { port: 3000 }, 'http://127.0.0.1:3000/hooks/here'],
    ['http://[bad/x', { port: 3000 }, 'http://127.0.0.1:3000/'],
    ['localhost:4000/x', { port: 3000 }, 'http://127.0.0.1:3000/'],
    ['https://shop.example/a?x=1', { url: 'http://10.0.0.7/b?y=2' }, 'http://10.0.0.7/b?y=2'],
  ])('maps %s with %j to %s', (url, forward, target) => {
    expect(targetUrlOf(url, forward)).toBe(target);
  });
});

describe('relayUrlOf', () => {
  it.each([
    ['http://localhost:4010', 'ws://localhost:4010/relay'],
    ['http://localhost:4010/', 'ws://localhost:4010/relay'],
    ['https://sim.example/base/', 'wss://sim.example/base/relay'],
    ['ws://[::1]:4010', 'ws://[::1]:4010/relay'],
    ['wss://sim.example', 'wss://sim.example/relay'],
  ])('turns %s into %s', (mock, url) => {
    expect(relayUrlOf(inEnglish, mock)).toMatchObject({ ok: true, value: new URL(url) });
  });

  it.each(['', 'localhost:4010', 'sim.example', 'ftp://sim.example'])('rejects %j', (mock) => {
    expect(relayUrlOf(inEnglish, mock)).toMatchObject({ ok: false });
  });
});
