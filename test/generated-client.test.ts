import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { scratchBesideModules } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const source = fileURLToPath(new URL('./generated-client/drive.ts', import.meta.url));

it('type-checks an independently generated client and drives both APIs with it', async () => {
  const simulator = await startSimulator();
  const scratch = scratchBesideModules();
  const document = (await (await fetch(`${simulator.url}/openapi.json`)).json()) as OpenAPI3;
  await writeFile(join(scratch, 'api.ts'), astToString(await openapiTS(document)));
  const driver = join(scratch, 'drive.ts');
  await copyFile(source, driver);

  expect(typeErrors(driver)).toEqual([]);

  const { drive } = await import(/* @vite-ignore */ driver);
  expect(await drive(simulator.url, simulator.account as never)).toEqual({
    sessionStatus: 'paid paid',
    pointers: ['/payment_methods'],
    transactionStatus: 'CANCELED',
    listed: 1,
  });
});

/** What the compiler says of a file and everything that it imports, in strict mode. */
function typeErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start }) => {
    const line = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${where?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
