import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../test/live.ts';
import { createStage } from '../../test/stage.ts';
import { DotenvFile } from './env.ts';

const live = liveSimulator();

async function updateDotenv(oldContent: string | Buffer, mode = 0o644) {
  const stage = await live.createLiveStage(['env', '--dotenv', '.env']);
  const file = join(stage.directory, '.env');
  writeFileSync(file, oldContent);
  chmodSync(file, mode);
  expect(await runStage(stage)).toMatchObject({ code: 0 });
  return { bytes: readFileSync(file), text: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 };
}

/**
 * Reads like `docker --env-file`: each line is a variable, and everything after the first `=` is its value.
 */
const parseAsDocker = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

describe('sim env --dotenv', () => {
  it('writes values that both docker and the dotenv library read correctly', async () => {
    const { text } = await updateDotenv('');
    const { account, url } = live;
    const variables = {
      SIM_URL: url,
      SIM_TOKEN: account.token,
      SIM_CONSOLE_TOKEN: account.console_token,
      SIM_WEBHOOK_SECRET: account.webhook_secret,
      SIM_AGREEMENT_ID: account.agreement_id,
      SIM_PASSWORD: account.password,
      SIM_MERCHANT_EMAIL: account.merchant_email,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    };
    expect(parseAsDocker(text)).toMatchObject(variables);
    expect(parseEnv(text)).toMatchObject(variables);
  });

  it.each(['644', '666', '600', '640'])(
    'changes the mode %s of an existing file so that only its owner can read it',
    async (mode) => {
      expect((await updateDotenv('PORT=1\n', Number.parseInt(mode, 8))).mode).toBe(0o600);
    },
  );

  it.each([
    'KEY="-----BEGIN KEY-----\nSIM_URL=theirs\nSIM_TOKEN=theirs\n-----END KEY-----"\n',
    "KEY='a\nSIM_URL=theirs\n\n\nb'\n",
    'KEY=`a\nexport SIM_URL="theirs"\nb`\n',
    'KEY="a \\" b\nSIM_URL=theirs" # comment\n',
    '# SIM_URL=theirs, says somebody\n',
    "A=it's\nB=it's\n",
    'JSON={"a": "b"}\n\n\nX=1\n',
    'WINDOWS=1\r\nOTHER="a\r\nb"\r\n',
    'no line end=1',
    'MY_SIM_URL=1\nSIM_URLS=2\n',
  ])('keeps the lines of other tools unchanged: %j', async (others) => {
    const end = others.endsWith('\n') ? '' : '\n';
    const { text } = await updateDotenv(others);
    expect(text.startsWith(`${others}${end}SIM_URL=${live.url}\n`)).toBe(true);
    const again = await updateDotenv(text);
    expect(again.text).toBe(text);
  });

  it.each([
    'SIM_TOKEN=old\n',
    'export SIM_TOKEN="old"\n',
    '\ufeffSIM_TOKEN=old\n',
    "SIM_TOKEN='old\nold'\n",
    'SIM_TOKEN = "old # no comment\nold" # comment\n',
    'SIM_TOKEN=old\r\n',
    'SIM_TOKEN="old\n',
    'SIM_TOKEN=\n',
    'SIM_TOKEN=old',
  ])('replaces its own earlier lines: %j', async (earlierLines) => {
    const { text } = await updateDotenv(`FIRST=1\n${earlierLines}`);
    expect(text).not.toContain('old');
    expect(text.match(/SIM_TOKEN/g)).toHaveLength(1);
    expect(text).toMatch(/^FIRST=1\nSIM_URL=/);
  });

  it("keeps bytes that aren't UTF-8", async () => {
    const others = Buffer.from('NAME=Pe\xf1a\n', 'latin1');
    const { bytes } = await updateDotenv(others);
    expect(bytes.subarray(0, others.length)).toEqual(others);
  });

  it('adds the simulator to the NO_PROXY of the file', async () => {
    const { text } = await updateDotenv('NO_PROXY="corp.invalid"\n');
    expect(parseEnv(text)).toMatchObject({
      NO_PROXY: 'corp.invalid,127.0.0.1',
      no_proxy: 'corp.invalid,127.0.0.1',
    });
  });
});

it.each(['two words', '#1', "it's", '"quoted"', `it's "so"`, 'a\nb', '$HOME', '~x', 'ñ', ''])(
  'quotes %j so that a reader gets the same value',
  async (value) => {
    const path = join(createStage([]).directory, '.env');
    await (await DotenvFile.open(inEnglish, path)).write({ VALUE: value });
    expect((await DotenvFile.open(inEnglish, path)).get('VALUE')).toBe(value);
    expect(parseEnv(readFileSync(path, 'utf8')).VALUE).toBe(value);
  },
);
