import { operations } from '@svc-simulator/contract';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { PathRouter } from './path-router.ts';
import { honoPath } from './pipeline.ts';

it('finds the one handler of every operation, and its parameters', () => {
  const router = new PathRouter<string>();
  for (const { id, method, path } of operations) router.add(method, honoPath(path), id);

  for (const { id, method, path } of operations) {
    const [found, values] = router.match(method, path.replace(/\{(\w+)\}/g, 'a-$1'));
    expect(found.map(([handler]) => handler)).toEqual([id]);
    const [, names] = found[0] as [string, Record<string, number>];
    for (const [name, at] of Object.entries(names)) {
      expect(values ? values[at] : at, `${method} ${path}`).toBe(`a-${name}`);
    }
  }
});

it('finds nothing for another path or method', () => {
  const router = new PathRouter<string>();
  router.add('GET', '/status/:id', 'status');
  router.add('GET', '/:id/status', 'other status');

  expect(router.match('GET', '/a/status')[0]).toHaveLength(1);
  expect(router.match('GET', '/a/state')[0]).toEqual([]);
  expect(router.match('POST', '/status/a')[0]).toEqual([]);
});

it('lets a handler of many paths go first', async () => {
  const app = new Hono({ router: new PathRouter() });
  app.use('/console/*', async (c, next) => {
    await next();
    c.header('x-seen', 'yes');
  });
  app.get('/console/:page', (c) => c.text(c.req.param('page')));

  const answer = await app.request('/console/keys');
  expect([await answer.text(), answer.headers.get('x-seen')]).toEqual(['keys', 'yes']);
});
