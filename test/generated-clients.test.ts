import { execFile } from 'node:child_process';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchInside } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';
import { typeErrorsOf } from './support/type-errors.ts';

const folder = fileURLToPath(new URL('./generators/', import.meta.url));
const run = promisify(execFile);

interface Generator {
  readonly driver: string;
  /** The program in `node_modules/.bin` and its arguments, run in the client's directory. */
  readonly command: readonly string[];
  /** Files that the program reads in the client's directory. */
  readonly files?: (url: string) => Readonly<Record<string, string>>;
}

const generators: readonly Generator[] = [
  {
    driver: 'orval',
    command: ['orval', '--config', 'orval.config.cjs'],
    files: (url) => ({
      'orval.config.cjs': `module.exports = ${JSON.stringify({
        service: {
          input: { target: '../openapi.json' },
          output: { mode: 'single', target: './client.ts', client: 'fetch', baseUrl: url },
        },
      })};`,
    }),
  },
  { driver: 'oazapfts', command: ['oazapfts', '../openapi.json', 'client.ts'] },
  { driver: 'openapi-fetch', command: ['openapi-typescript', '../openapi.json', '-o', 'client.ts'] },
  { driver: 'hey-api', command: ['openapi-ts', '-i', '../openapi.json', '-o', '.'] },
  {
    driver: 'rtk-query',
    command: ['rtk-query-codegen-openapi', 'config.json'],
    files: () => ({
      'config.json': JSON.stringify({
        schemaFile: '../openapi.json',
        apiFile: './empty-api.ts',
        apiImport: 'api',
        outputFile: './client.ts',
        exportName: 'api',
      }),
    }),
  },
];

it('generates clients with five generators from /openapi.json that compile and create a session', {
  timeout: 300_000,
}, async () => {
  const simulator = await startSimulator();
  const scratch = scratchInside(folder);
  await writeFile(join(scratch, 'openapi.json'), await (await fetch(`${simulator.url}/openapi.json`)).text());
  await cp(join(folder, 'drivers'), scratch, { recursive: true });
  await Promise.all(
    generators.map(async ({ driver, command: [program = '', ...args], files }) => {
      const cwd = join(scratch, driver);
      await mkdir(cwd);
      for (const [name, text] of Object.entries(files?.(simulator.url) ?? {}))
        await writeFile(join(cwd, name), text);
      await run(join(folder, 'node_modules/.bin', program), args, { cwd });
    }),
  );
  await rename(join(scratch, 'rtk-query-empty-api.ts'), join(scratch, 'rtk-query/empty-api.ts'));

  const drivers = generators.map(({ driver }) => join(scratch, `${driver}.ts`));
  expect(typeErrorsOf(drivers)).toEqual([]);

  const { token, agreement_id: agreementId } = simulator.account as { token: string; agreement_id: string };
  for (const driver of drivers) {
    const { createSession } = await import(/* @vite-ignore */ driver);
    const id = await createSession({ url: simulator.url, token, agreementId });
    expect([driver, id]).toEqual([driver, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  }
});
