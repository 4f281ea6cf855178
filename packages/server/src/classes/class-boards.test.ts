import type { Kind } from '@svc-simulator/core';
import { boardScene } from '@svc-simulator/test-support/board-scene.ts';
import { beforeEach, describe, expect, it } from 'vitest';

describe('the live class board', () => {
  let scene: Awaited<ReturnType<typeof boardScene>>;
  beforeEach(async () => {
    scene = await boardScene();
    for (const name of ['ana', 'luis']) await scene.join(name);
  });
  const login = () => scene.addEvent('ana', 'login.succeeded', { surface: 'api' });
  /** Delays reads of lists of a kind until the returned function is called. */
  const holdReads = (kind: Kind) => {
    let release = () => {};
    scene.watched.delayedKind = kind;
    scene.watched.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const rowOf = async (name: string) =>
    (await scene.board()).trainees.find(({ short_name }) => short_name === name);

  it('starts with the whole board and sends each row that changes', async () => {
    const { newMessages } = scene.follow();
    await scene.settle();
    expect(newMessages()).toEqual([['board', { trainees: (await scene.board()).trainees }]]);
    await scene.clock.advance(5000);
    await login();
    await scene.settle();
    const row = await rowOf('ana');
    expect(row).toMatchObject({ completed: 1, stuck_since: '2026-01-01T00:00:05.000Z' });
    expect(newMessages()).toEqual([['row', row]]);
  });

  it('reports trainees who join, leave, move away, come back or are reset', async () => {
    const { newMessages } = scene.follow();
    await login();
    await scene.settle();
    newMessages();
    await scene.join('eva');
    await scene.settle();
    expect(newMessages()).toEqual([['row', await rowOf('eva')]]);
    await scene.leave('luis');
    await scene.settle();
    expect(newMessages()).toEqual([['left', { short_name: 'luis' }]]);
    await scene.join('eva', scene.other);
    await scene.settle();
    expect(newMessages()).toEqual([['left', { short_name: 'eva' }]]);
    await scene.clock.advance(1000);
    await scene.join('luis');
    await scene.settle();
    expect(newMessages()).toEqual([['row', await rowOf('luis')]]);
    await scene.reset('ana');
    await scene.settle();
    expect(newMessages()).toEqual([['row', await rowOf('ana')]]);
    expect(await rowOf('ana')).toMatchObject({ completed: 0 });
    expect(scene.follow().newMessages()).toEqual([['board', { trainees: (await scene.board()).trainees }]]);
  });

  it.each(['class_member', 'practice'] as const)(
    'loses no event while records of the kind %s are being read',
    async (kind) => {
      const release = holdReads(kind);
      const { messages } = scene.follow();
      await scene.settle();
      await login();
      await scene.join('eva');
      await scene.leave('luis');
      await scene.settle();
      expect(messages).toEqual([]);
      release();
      await scene.settle();
      const names = new Map<string, unknown>();
      for (const message of messages) {
        if (message.kind === 'board') for (const row of message.data.trainees) names.set(row.short_name, row);
        if (message.kind === 'row') names.set(message.data.short_name, message.data);
        if (message.kind === 'left') names.delete(message.data.short_name);
      }
      expect(messages[0]?.kind).toBe('board');
      expect([...names.values()]).toEqual((await scene.board()).trainees);
      expect(names.get('ana')).toMatchObject({ completed: 1 });
    },
  );

  it('keeps the order of joining if a trainee leaves and joins again between two reads', async () => {
    const { newMessages } = scene.follow();
    await scene.settle();
    const release = holdReads('practice');
    await scene.addEvent('luis', 'login.succeeded', { surface: 'api' });
    await scene.settle();
    await scene.clock.advance(1000);
    await scene.leave('ana');
    await scene.join('ana');
    release();
    await scene.settle();
    expect(newMessages().map(([kind]) => kind)).toEqual(['board', 'row', 'row']);
    const { trainees } = await scene.board();
    expect(trainees.map(({ short_name }) => short_name)).toEqual(['luis', 'ana']);
    expect(scene.follow().newMessages()).toEqual([['board', { trainees }]]);
  });

  it('reads the data of events that have only their JSON', async () => {
    scene.watched.withoutData = true;
    const { newMessages } = scene.follow();
    await scene.settle();
    newMessages();
    await login();
    await scene.leave('luis');
    await scene.settle();
    expect(newMessages().map(([kind]) => kind)).toEqual(['row', 'left']);
  });

  it.each(['at the first read', 'later'])(
    'ends if the store fails %s, and can be followed again',
    async (when) => {
      scene.watched.broken = when === 'at the first read';
      const { messages } = scene.follow();
      await scene.settle();
      scene.watched.broken = true;
      await login();
      await scene.settle();
      expect(messages.at(-1)?.kind).toBe('ended');
      expect(scene.logged).toEqual(['a class board could not be read']);
      expect([scene.boards.size, scene.watched.subscribers]).toEqual([0, 0]);
      scene.watched.broken = false;
      const newFollower = scene.follow();
      await scene.settle();
      expect(newFollower.newMessages()).toEqual([['board', { trainees: (await scene.board()).trainees }]]);
    },
  );
});
