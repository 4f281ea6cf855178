import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onTerminalKey } from './terminal-keys.ts';

/** A process on Windows, where no other program of the terminal has to be thought of, and what became of its terminal. */
function machine({ stdin: isIn = true, stdout: isOut = true } = {}) {
  const told: string[] = [];
  const tell = (what: string): EventEmitter => {
    told.push(what);
    return stdin;
  };
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: isIn,
    setRawMode: (isRaw: boolean) => tell(isRaw ? 'raw' : 'cooked'),
    resume: () => tell('reads'),
    pause: () => tell('rests'),
  });
  const signals: string[] = [];
  const keys: string[] = [];
  const own = Object.assign(new EventEmitter(), {
    platform: 'win32',
    pid: 1,
    stdin,
    stdout: { isTTY: isOut },
  });
  own.on('SIGINT', (name) => signals.push(name)).on('SIGTSTP', (name) => signals.push(name));
  const release = onTerminalKey(own as never, (key) => keys.push(key));
  return {
    told,
    keys,
    signals,
    release,
    own,
    type: (text: string) => stdin.emit('data', Buffer.from(text)),
    stdin,
  };
}

describe('onTerminalKey', () => {
  it('hands single keys over, and neither arrows nor what was pasted', () => {
    const { type, keys } = machine();
    for (const text of ['s', '\u001b[A', '\u001bOq', 'reset\n', 'ñ', '\r']) type(text);
    expect(keys).toEqual(['s', 'ñ', '\r']);
  });

  it('makes signals of Ctrl+C and Ctrl+Z, with the terminal as it was, and goes on after a pause', () => {
    const { type, signals, told, keys, own } = machine();
    expect(told).toEqual(['cooked', 'raw', 'reads']);
    type('ab\u0003');
    expect([signals, told.slice(3)]).toEqual([['SIGINT'], ['cooked', 'rests']]);
    type('\u001a');
    own.emit('SIGCONT');
    expect([signals, told.slice(-3)]).toEqual([
      ['SIGINT', 'SIGTSTP'],
      ['cooked', 'raw', 'reads'],
    ]);
    expect(keys).toEqual([]);
  });

  it('gives the terminal back, and survives one that is closed', () => {
    const { release, told, type, keys, stdin, own } = machine();
    stdin.emit('error', new Error('read EIO'));
    release?.();
    expect(told.slice(-2)).toEqual(['cooked', 'rests']);
    type('s');
    expect([keys, own.listenerCount('SIGCONT')]).toEqual([[], 0]);
  });

  it('is nothing where stdin or stdout is no terminal', () => {
    expect(machine({ stdin: false })).toMatchObject({ release: null, told: [] });
    expect(machine({ stdout: false })).toMatchObject({ release: null, told: [] });
  });
});
