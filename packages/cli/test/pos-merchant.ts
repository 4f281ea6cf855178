import { createClient } from '@svc-simulator/client';
import { registerMerchant } from '@svc-simulator/contract';
import { expect } from 'vitest';
import { terminalsFilePath } from '../src/pos/terminal-calls.ts';
import { type Live, runStage } from './live.ts';
import { createStage } from './stage.ts';

let merchantCount = 0;

/** Creates a directory and a merchant. Returns functions that run `sim pos` in the directory. */
export async function openPosMerchant(live: Live) {
  const email = `till+${++merchantCount}@cafe.example`;
  const password = 'correct horse';
  const client = createClient({ baseUrl: live.url });
  const body = { legalName: 'Café Central C.A.', taxId: 'J-12345678-9', email, password };
  await client.call(registerMerchant, { body });
  const { directory, context } = createStage([]);
  const options = { env: { SIM_MOCK: live.url } };
  const stageOf = (...words: string[]) =>
    live.createLiveStage(['pos', ...words, '--data', `${directory}/.sim`], options);
  const login = ['--email', email, '--password', password];
  const pos = async (...words: string[]) => runStage(await stageOf(...words));
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
  const runForData = async (...words: string[]): Promise<any> => {
    const { code, stdout, stderr } = await pos(...words, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const create = async (...words: string[]): Promise<string> =>
    (await runForData('create', '--order', crypto.randomUUID(), ...words, ...login)).orderId;
  const file = terminalsFilePath(context, {});
  return { login, pos, runForData, create, file, stageOf };
}
