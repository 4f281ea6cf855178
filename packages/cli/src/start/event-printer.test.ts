import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStage, jsonLines } from '../../test/stage.ts';
import { EventPrinter } from './output.ts';

const event = (id: number) => ({
  accountId: 'acc_1',
  json: JSON.stringify({ id, at: '2026-01-01T12:00:00.000Z', type: 'control.reset', data: {} }),
});

describe('EventPrinter', () => {
  it('holds events back until it is open, then prints them in order with their account', async () => {
    const stage = createStage([]);
    const printer = new EventPrinter(stage.context, { json: true });
    printer.add(event(1));
    await turn();
    expect(stage.stdout()).toBe('');
    printer.open();
    printer.add(event(2));
    printer.add(event(3));
    await turn();
    const lines = jsonLines(stage.stdout());
    expect(lines.map(({ id, account_id }) => [id, account_id])).toEqual([
      [1, 'acc_1'],
      [2, 'acc_1'],
      [3, 'acc_1'],
    ]);
  });

  it('prints lines for people without --json', async () => {
    const stage = createStage([]);
    const printer = new EventPrinter(stage.context, {});
    printer.open();
    printer.add(event(1));
    printer.flush();
    expect(stage.stdout()).toMatch(
      /^\d\d:\d\d:\d\d\.000 {2}control\.reset +Account reset · earlier data was deleted\n$/,
    );
    await turn();
    expect(stage.stdout().split('\n')).toHaveLength(2);
  });
});
