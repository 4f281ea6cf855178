import { setMaxListeners } from 'node:events';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { boardScene } from '@svc-simulator/test-support/board-scene.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boardVersion, ClassBoardFeed } from './board-feed.ts';

const CONNECTED = 'retry: 1000\n: connected\n\n';
const OUTDATED = 'data: {}\n\n';
/** What a change brings: the trainee's row, the totals and the summary. */
const PARTS = 3;

describe('the live feed of a class board', () => {
  let at: Awaited<ReturnType<typeof boardScene>>;
  let feed: ClassBoardFeed;
  let closing: AbortController;
  beforeEach(async () => {
    at = await boardScene();
    closing = new AbortController();
    setMaxListeners(0, closing.signal);
    feed = new ClassBoardFeed(at.boards, at.clock, closing.signal);
    for (const name of ['ana', 'luis']) await at.join(name);
  });
  afterEach(() => closing.abort());

  const login = (name = 'ana') => at.happen(name, 'login.succeeded', { surface: 'api' });
  const version = async () => boardVersion((await at.board()).trainees);
  /** A stream of a page that shows the board as it is now. */
  const watch = async (lang: Language = 'es', seen?: string) => {
    const stream = feed.follow(at.classRecord, lang, seen ?? (await version())).body;
    if (!stream) throw new Error('there is no stream');
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader.read()).value;
    expect(await next()).toBe(CONNECTED);
    return { next, several: (count: number) => read(next, count), leave: () => reader.cancel() };
  };
  const read = async (next: () => Promise<string | undefined>, count: number) => {
    const texts: (string | undefined)[] = [];
    while (texts.length < count) texts.push(await next());
    return texts;
  };
  const rowIn = (text: string | undefined) => JSON.parse(text?.replace(/^data: /, '') ?? '{}').row;

  it('renders a change once a language, however many watch', async () => {
    const watching = await Promise.all(
      Array.from({ length: 100 }, (_, index) => watch(index < 60 ? 'es' : 'en')),
    );
    await at.settle();
    await login();
    const seen = await Promise.all(watching.map(({ several }) => several(PARTS)));
    expect(feed.renderings).toBe(2);
    expect(new Set(seen.slice(0, 60).map((texts) => texts.join(''))).size).toBe(1);
    expect(new Set(seen.map((texts) => texts.join(''))).size).toBe(2);
    const [spanish, english] = [seen[0]?.map(rowIn), seen[99]?.map(rowIn)];
    expect(spanish?.map(({ key }) => key)).toEqual(['trainee:ana', 'totals', 'summary']);
    expect(spanish?.[0].html).toMatch(/^<tr data-row="trainee:ana">.*Crear un acuerdo/s);
    expect(english?.[0].html).toMatch(/^<tr data-row="trainee:ana">.*Create an agreement/s);
    expect(english?.[1].html).toContain('How many have done it');
  });

  it('has pages fetch themselves again when somebody comes, goes or comes back, and renders nothing for that', async () => {
    const { next, several } = await watch();
    await at.settle();
    await at.join('eva');
    expect(await next()).toBe(OUTDATED);
    await at.leave('luis');
    expect(await next()).toBe(OUTDATED);
    await at.clock.advance(1000);
    await at.join('luis');
    expect(await next()).toBe(OUTDATED);
    expect(feed.renderings).toBe(0);
    await login('eva');
    expect((await several(PARTS)).map((text) => rowIn(text).key)).toEqual([
      'trainee:eva',
      'totals',
      'summary',
    ]);
  });

  it('tells a page at once that shows less than is known by now, and others nothing', async () => {
    const before = await version();
    await login();
    const late = await watch('es', before);
    expect(await late.next()).toBe(OUTDATED);
    const [early, later] = [await watch(), await watch('es', before)];
    expect(await later.next()).toBe(OUTDATED);
    await at.happen('luis', 'login.succeeded', { surface: 'api' });
    expect(rowIn(await early.next())).toMatchObject({ key: 'trainee:luis' });
  });

  it('follows a class only while somebody watches it', async () => {
    const [one, other] = [await watch(), await watch()];
    await at.settle();
    await one.leave();
    expect([at.boards.size, at.watched.subscribers]).toEqual([1, 1]);
    await other.leave();
    expect([at.boards.size, at.watched.subscribers]).toEqual([0, 0]);
    const again = await watch();
    await login();
    expect(rowIn(await again.next())).toMatchObject({ key: 'trainee:ana' });
  });

  it('writes names as text', async () => {
    await at.join('<img src=x onerror=alert(1)>"@b.invalid');
    const { next } = await watch();
    await at.settle();
    await login('<img src=x onerror=alert(1)>"@b.invalid');
    const { html } = rowIn(await next());
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;@b.invalid');
    expect(html).not.toContain('<img');
  });
});
