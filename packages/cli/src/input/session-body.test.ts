import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createButtonSession, createRequestSession } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { createStage } from '../../test/stage.ts';
import { readBodyFile, sessionBody } from './session-body.ts';

const defaults = {
  agreementId: 'agr_0f3a9c51d27be846',
  url: 'http://127.0.0.1:4010',
  nowMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  program: 'sim',
};

describe('sessionBody', () => {
  it('returns a valid button and a valid request without options', () => {
    const button = sessionBody(inEnglish, {}, {}, defaults);
    expect(createButtonSession.body().safeParse(button)).toMatchObject({ success: true });
    expect(button).toMatchObject({
      amount_reference: 10,
      currency_reference: 'USD',
      identifier: 'cli-20260102030405',
    });
    const request = sessionBody(inEnglish, { request: true }, {}, defaults);
    expect(createRequestSession.body().safeParse(request)).toMatchObject({ success: true });
    expect(request).toMatchObject({ due_date_session: '2026-01-03T03:04:05.000Z' });
  });

  it('uses options before the file, and the file before defaults', () => {
    const file = { amount_reference: 20, currency_reference: 'EUR', split: { type: 'percent', rules: [] } };
    expect(sessionBody(inEnglish, { amount: 30, agreement: 'agr_2' }, file, defaults)).toMatchObject({
      amount_reference: 30,
      currency_reference: 'EUR',
      split: file.split,
      agreement_id: 'agr_2',
    });
  });

  it('requires --agreement if no agreement is known', () => {
    const unknown = { ...defaults, agreementId: undefined };
    expect(() => sessionBody(inEnglish, {}, {}, unknown)).toThrow('sim agreement create');
    expect(sessionBody(inEnglish, {}, { agreement_id: 'agr_3' }, unknown)).toMatchObject({
      agreement_id: 'agr_3',
    });
  });
});

describe('readBodyFile', () => {
  it('reads a file of the directory, or standard input', async () => {
    const { context, directory } = createStage([], { stdin: '{"title":"ñ"}' });
    writeFileSync(join(directory, 'body.json'), '{"title":"file"}');
    expect(await readBodyFile(context, 'body.json')).toEqual({ title: 'file' });
    expect(await readBodyFile(context, '-')).toEqual({ title: 'ñ' });
  });

  it.each([
    ['{', "standard input isn't valid JSON"],
    ['[]', 'standard input must contain a JSON object'],
    ['null', 'standard input must contain a JSON object'],
  ])('refuses a file with %s as wrong usage', async (stdin, text) => {
    await expect(readBodyFile(createStage([], { stdin }).context, '-')).rejects.toMatchObject({
      message: expect.stringContaining(text),
      exitCode: 2,
    });
  });

  it('names a file that cannot be read', async () => {
    await expect(readBodyFile(createStage([]).context, 'missing.json')).rejects.toThrow(
      'missing.json cannot be read: no such file or directory (ENOENT)',
    );
  });
});
