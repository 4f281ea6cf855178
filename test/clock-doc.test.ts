import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { DocPage, pageLanguages, printedBy } from './support/doc-page.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = new DocPage('clock.md');

describe('clock.md', () => {
  it.each(pageLanguages)('shows what its own commands print: %s', async (language) => {
    const page = new DocPage('clock.md', language);
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const [first, firstOutput] = page.commandsAndOutput('npx sim clock freeze');
    const [second, secondOutput] = page.commandsAndOutput('npx sim clock advance 30 days');
    const shown = await printedBy([first, `{ ${second}} 2>&1`], { SIM_DATA: dataDir, SIM_LANG: language });
    expect(shown.map(fixed)).toEqual([firstOutput, secondOutput].map(fixed));
  });

  it('shows a request that is answered like that', async () => {
    const [request, output] = page.commandsAndOutput('curl', 'json');
    const { url, account } = await startSimulator();
    // curl itself need not be there: its address and body are what can go wrong.
    const [, path, body] = /\$SIM_URL(\S+) .* -d '([^']*)'/s.exec(request) ?? [];
    const answer = await call(url, 'POST', path as string, {
      token: account.token,
      body: JSON.parse(body as string),
    });
    expect(fixed(JSON.stringify(answer.body))).toBe(fixed(output.trim()));
  });

  it('names only operations that there are', async () => {
    const { url, account } = await startSimulator();
    const named = [...page.text.matchAll(/`(GET|PUT|POST|DELETE) (\/control\/\S+?)(?: (\{[^`]*\}))?`/g)];
    expect(named.length).toBeGreaterThan(4);
    for (const [, method = '', path = '', body] of named) {
      const answer = await call(url, method, path, {
        token: account.token,
        ...(body && { body: JSON.parse(body.replace('…', '2030-01-01')) }),
      });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});

/** Without what is of the moment: times, ids, and how far a clock is from real time. */
function fixed(text: string): string {
  return (
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/^[\d:.]{12}/gm, 'TIME')
      .replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?\b/g, 'ID')
      .replace(/cli-\d+/g, 'cli-NUMBER')
      // Behind, where the machine has so much else to do that the commands take longer than they advance the clock by.
      .replace(/, [^,\n]* (?:ahead|behind|adelantado|atrasado)$/gm, ', SPAN away')
  );
}
