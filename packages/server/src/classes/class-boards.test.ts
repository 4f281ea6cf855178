import type { Kind } from '@svc-simulator/core';
import { boardScene } from '@svc-simulator/test-support/board-scene.ts';
import { beforeEach, describe, expect, it } from 'vitest';

describe('the live class board', () => {
  let at: Awaited<ReturnType<typeof boardScene>>;
  beforeEach(async () => {
    at = await boardScene();
    for (const name of ['ana', 'luis']) await at.join(name);
  });
  const login = () => at.addEvent('ana', 'login.succeeded', { surface: 'api' });
  /** Delays reads of lists of a kind until the returned function is called. */
  const holdReads = (kind: Kind) => {
    let open = () => {};
    at.watched.delayedKind = kind;
    at.watched.gate = new Promise((resolve) => {
      open = resolve;
    });
    return open;
  };
  const rowOf = async (name: string) =>
    (await at.board()).trainees.find(({ short_name }) => short_name === name);

  it('starts with the whole board and sends each row that changes', async () => {
    const { newMessages } = at.follow();
    await at.settle();
    expect(newMessages()).toEqual([['board', { trainees: (await at.board()).trainees }]]);
    await at.clock.advance(5000);
    await login();
    await at.settle();
    const row = await rowOf('ana');
    expect(row).toMatchObject({ completed: 1, stuck_since: '2026-01-01T00:00:05.000Z' });
    expect(newMessages()).toEqual([['row', row]]);
  });

  it('reports trainees who join, leave, move away, come back or are reset', async () => {
    const { newMessages } = at.follow();
    await login();
    await at.settle();
    newMessages();
    await at.join('eva');
    await at.settle();
    expect(newMessages()).toEqual([['row', await rowOf('eva')]]);
    await at.leave('luis');
    await at.settle();
    expect(newMessages()).toEqual([['left', { short_name: 'luis' }]]);
    await at.join('eva', at.other);
    await at.settle();
    expect(newMessages()).toEqual([['left', { short_name: 'eva' }]]);
    await at.clock.advance(1000);
    await at.join('luis');
    await at.settle();
    expect(newMessages()).toEqual([['row', await rowOf('luis')]]);
    await at.reset('ana');
    await at.settle();
    expect(newMessages()).toEqual([['row', await rowOf('ana')]]);
    expect(await rowOf('ana')).toMatchObject({ completed: 0 });
    expect(at.follow().newMessages()).toEqual([['board', { trainees: (await at.board()).trainees }]]);
  });

  it.each(['class_member', 'practice'] as const)(
    'loses no event while the records %s are being read',
    async (kind) => {
      const open = holdReads(kind);
      const { messages } = at.follow();
      await at.settle();
      await login();
      await at.join('eva');
      await at.leave('luis');
      await at.settle();
      expect(messages).toEqual([]);
      open();
      await at.settle();
      const names = new Map<string, unknown>();
      for (const message of messages) {
        if (message.kind === 'board') for (const row of message.data.trainees) names.set(row.short_name, row);
        if (message.kind === 'row') names.set(message.data.short_name, message.data);
        if (message.kind === 'left') names.delete(message.data.short_name);
      }
      expect(messages[0]?.kind).toBe('board');
      expect([...names.values()]).toEqual((await at.board()).trainees);
      expect(names.get('ana')).toMatchObject({ completed: 1 });
    },
  );

  it('keeps the order of joining if a trainee leaves and joins again between two reads', async () => {
    const { newMessages } = at.follow();
    await at.settle();
    const open = holdReads('practice');
    await at.addEvent('luis', 'login.succeeded', { surface: 'api' });
    await at.settle();
    await at.clock.advance(1000);
    await at.leave('ana');
    await at.join('ana');
    open();
    await at.settle();
    expect(newMessages().map(([kind]) => kind)).toEqual(['board', 'row', 'row']);
    const { trainees } = await at.board();
    expect(trainees.map(({ short_name }) => short_name)).toEqual(['luis', 'ana']);
    expect(at.follow().newMessages()).toEqual([['board', { trainees }]]);
  });

  it('parses the JSON of events that have no data', async () => {
    at.watched.withoutData = true;
    const { newMessages } = at.follow();
    await at.settle();
    newMessages();
    await login();
    await at.leave('luis');
    await at.settle();
    expect(newMessages().map(([kind]) => kind)).toEqual(['row', 'left']);
  });

  it.each(['while they are read', 'later'])(
    "ends if the store can't be read %s, and can be followed again",
    async (when) => {
      at.watched.broken = when === 'while they are read';
      const { messages } = at.follow();
      await at.settle();
      at.watched.broken = true;
      await login();
      await at.settle();
      expect(messages.at(-1)?.kind).toBe('ended');
      expect(at.logged).toEqual(['a class board could not be read']);
      expect([at.boards.size, at.watched.subscribers]).toEqual([0, 0]);
      at.watched.broken = false;
      const again = at.follow();
      await at.settle();
      expect(again.newMessages()).toEqual([['board', { trainees: (await at.board()).trainees }]]);
    },
  );
});
