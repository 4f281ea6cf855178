import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const page = readFileSync(`${root}docs/clock.md`, 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text,
}));

/** The block with this text, and the first block of a language after it. */
function blockAndOutput(text: string, language: string) {
  const at = blocks.findIndex((block) => block.language === 'sh' && block.text?.includes(text));
  const output = blocks.slice(at + 1).find((block) => block.language === language);
  expect(at, text).toBeGreaterThanOrEqual(0);
  return [blocks[at]?.text as string, output?.text as string] as const;
}

describe('docs/clock.md', () => {
  it('shows what its own commands print', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const programs = `${scratchFolder()}/bin`;
    mkdirSync(programs);
    writeFileSync(`${programs}/sim`, `#!/bin/sh\nexec "${process.execPath}" "${root}bin/sim.js" "$@"\n`);
    chmodSync(`${programs}/sim`, 0o755);
    const [first, firstOutput] = blockAndOutput('sim clock freeze', 'text');
    const [second, secondOutput] = blockAndOutput('sim clock advance 30 days', 'text');
    const run = startProgram('bash', ['-uc', `${first}echo ----\n{ ${second}} 2>&1`], {
      env: { PATH: `${programs}:${process.env.PATH}`, SIM_DATA: dataDir },
    });
    expect((await run.exited).code, run.stderr()).toBe(0);
    const shown = run.stdout().split('----\n');
    expect(shown.map(fixed)).toEqual([firstOutput, secondOutput].map(fixed));
  });

  it('shows a request that is answered like that', async () => {
    const [request, output] = blockAndOutput('curl', 'json');
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
    const named = [...page.matchAll(/`(GET|PUT|POST|DELETE) (\/control\/\S+?)(?: (\{[^`]*\}))?`/g)];
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
function fixed(text: string | undefined): string {
  return (text ?? '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/^[\d:.]{12}/gm, 'TIME')
    .replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?\b/g, 'ID')
    .replace(/cli-\d+/g, 'cli-NUMBER')
    .replace(/, [^,\n]* ahead$/gm, ', SPAN ahead');
}
