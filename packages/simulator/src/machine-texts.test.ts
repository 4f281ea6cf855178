import { expect, it, onTestFinished } from 'vitest';
import { createSimulator } from './simulator.ts';

it.each(['en', 'es'])('links in /llms.txt to the Markdown source of every page, in %s', async (lang) => {
  const simulator = await createSimulator({ port: 0, throwaway: true });
  onTestFinished(() => simulator.close());
  const ask = (url: string) => fetch(url, { headers: { 'accept-language': lang } });
  const list = await ask(`${simulator.url}/llms.txt`);
  expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const links = [...(await list.text()).matchAll(/\]\((.*\.md)\)/g)].map(([, url = '']) => url);
  expect(links.length).toBeGreaterThan(20);
  for (const url of links) {
    const page = await ask(url);
    expect([url, page.status, page.headers.get('content-type')]).toEqual([
      url,
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(await page.text()).toMatch(/^# \S/);
  }
  expect(await (await ask(`${simulator.url}/docs/payloads.md`)).text()).toContain('session_payment');
  expect((await ask(`${simulator.url}/docs/nothing.md`)).status).toBe(404);
});
