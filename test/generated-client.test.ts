import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { scratchInsideCheckout } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';
import { typeErrorsOf } from './support/type-errors.ts';

const source = fileURLToPath(new URL('./generated-client/drive.ts', import.meta.url));

it('generates a client from the OpenAPI document that type-checks and calls both APIs', async () => {
  const simulator = await startSimulator();
  const scratch = scratchInsideCheckout();
  const document = (await (await fetch(`${simulator.url}/openapi.json`)).json()) as OpenAPI3;
  await writeFile(join(scratch, 'api.ts'), astToString(await openapiTS(document)));
  const driver = join(scratch, 'drive.ts');
  await copyFile(source, driver);

  expect(typeErrorsOf([driver])).toEqual([]);

  const { drive } = await import(/* @vite-ignore */ driver);
  expect(await drive(simulator.url, simulator.account as never)).toEqual({
    sessionStatus: 'paid paid',
    pointers: ['/payment_methods'],
    transactionStatus: 'CANCELED',
    listed: 1,
  });
});
