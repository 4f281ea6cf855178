import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { createStage } from '../../test/stage.ts';
import {
  chooseTerminal,
  readTerminals,
  saveBatch,
  saveTerminal,
  type TerminalChoice,
  terminalsFilePath,
} from './terminal-calls.ts';

const terminal = (serial: string, batch = 1) => ({
  serial,
  secret_key: `secret of ${serial}`,
  merchant_id: 'm-1',
  batch,
});
const newFile = () => terminalsFilePath(createStage([]).context, {});

describe('the file of terminals', () => {
  it('is in the data directory, readable only by its owner, and is written in one step', async () => {
    const { context, directory } = createStage([]);
    expect(terminalsFilePath(context, {})).toBe(join(directory, '.sim', 'terminals.json'));
    const file = terminalsFilePath(context, { data: 'deep/data' });
    await saveTerminal(inEnglish, file, terminal('A'));
    expect(readdirSync(dirname(file))).toEqual(['terminals.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readTerminals(inEnglish, file)).toEqual([terminal('A')]);
  });

  it('keeps one terminal for each serial, with the latest paired one at the end', async () => {
    const file = newFile();
    for (const serial of ['A', 'B']) await saveTerminal(inEnglish, file, terminal(serial));
    await saveTerminal(inEnglish, file, terminal('A', 5));
    expect(await readTerminals(inEnglish, file)).toEqual([terminal('B'), terminal('A', 5)]);
    expect(await chooseTerminal(inEnglish, file, {}, 'sim')).toEqual(terminal('A', 5));
    expect(await chooseTerminal(inEnglish, file, { serial: 'B' }, 'sim')).toEqual(terminal('B'));
  });

  it("separates terminals with the same serial by merchant, and returns another account's only on request", async () => {
    const file = newFile();
    const others = { ...terminal('A'), merchant_id: 'm-2' };
    await saveTerminal(inEnglish, file, terminal('A'));
    await saveTerminal(inEnglish, file, others);
    await saveBatch(inEnglish, file, others, 7);
    expect(await readTerminals(inEnglish, file)).toEqual([terminal('A'), { ...others, batch: 7 }]);
    const findTerminal = (choice: TerminalChoice) =>
      chooseTerminal(inEnglish, file, choice, 'sim').then((one) => one.merchant_id);
    expect(await findTerminal({ ownMerchantId: 'm-1' })).toBe('m-1');
    expect(await findTerminal({ ownMerchantId: 'm-1', serial: 'A' })).toBe('m-1');
    expect(await findTerminal({ ownMerchantId: 'm-1', merchantId: 'm-2' })).toBe('m-2');
    expect(await findTerminal({})).toBe('m-2');
    await saveTerminal(inEnglish, file, { ...terminal('B'), merchant_id: 'm-2' });
    expect(await findTerminal({ ownMerchantId: 'm-1', serial: 'B' })).toBe('m-2');
    await expect(findTerminal({ ownMerchantId: 'm-3' })).rejects.toThrow('no terminal of this account');
    await saveTerminal(inEnglish, file, { ...terminal('C'), merchant_id: 'm-4', merchant_named: true });
    expect(await findTerminal({ ownMerchantId: 'm-3' })).toBe('m-4');
    expect(await findTerminal({ ownMerchantId: 'm-1' })).toBe('m-1');
    await expect(findTerminal({ merchantId: null })).rejects.toThrow('pos pair and the same --key');
  });

  it('stores a new batch number without changing the order of terminals', async () => {
    const file = newFile();
    for (const serial of ['A', 'B']) await saveTerminal(inEnglish, file, terminal(serial));
    await saveBatch(inEnglish, file, terminal('A'), 2);
    expect(await readTerminals(inEnglish, file)).toEqual([terminal('A', 2), terminal('B')]);
  });

  it('explains how to pair a terminal if the requested one is missing', async () => {
    const file = newFile();
    await expect(chooseTerminal(inEnglish, file, {}, 'npx sim')).rejects.toMatchObject({
      exitCode: 2,
      message: `no terminal is linked here (${file}); link one with npx sim pos pair`,
    });
    await saveTerminal(inEnglish, file, terminal('A'));
    await expect(chooseTerminal(inEnglish, file, { serial: 'B' }, 'sim')).rejects.toThrow('no terminal B');
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"terminals":{}}',
    '{"terminals":[null]}',
    '{"terminals":[{"serial":"A"}]}',
  ])('is reported and kept unchanged if it contains %j', async (text) => {
    const file = newFile();
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    await expect(readTerminals(inEnglish, file)).rejects.toThrow(`${file} is damaged`);
    await expect(saveTerminal(inEnglish, file, terminal('A'))).rejects.toThrow('is damaged');
  });

  it('is named in the error if it can be neither read nor written', async () => {
    const file = newFile();
    mkdirSync(file, { recursive: true });
    await expect(readTerminals(inEnglish, file)).rejects.toThrow(
      `cannot read ${file}: it is a directory (EISDIR)`,
    );
    const below = join(newFile(), 'x');
    writeFileSync(dirname(dirname(below)), '');
    await expect(saveTerminal(inEnglish, below, terminal('A'))).rejects.toThrow(
      `cannot write ${below}, where the terminals are stored: `,
    );
  });
});
