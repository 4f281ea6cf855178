import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { demoAccount } from '../../test/stage.ts';
import { type BannerFacts, bannerLines } from './output.ts';

const style = Object.assign(new Chalk({ level: 0 }), { t: inEnglish });
const facts: BannerFacts = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4010',
  publicUrl: 'http://127.0.0.1:4010',
  authorityFile: null,
  data: '.sim',
  program: 'npx sim',
  dataFlag: '',
  seededAccounts: [],
  account: { ...demoAccount, password: 'secret' },
  loginUrl: 'http://127.0.0.1:4010/console/enter?ticket=one',
};

describe('the banner', () => {
  it('shows the URLs, the magic OTPs, and the next command to run', () => {
    expect(bannerLines(facts, style)).toEqual([
      'svc-simulator 1.2.3 is ready; press Ctrl+C to stop it',
      '',
      '  API          http://127.0.0.1:4010',
      '  Console      http://127.0.0.1:4010/console',
      '  Login link   http://127.0.0.1:4010/console/enter?ticket=one  (valid for 2 minutes; later: npx sim open)',
      '  Docs         http://127.0.0.1:4010/docs',
      '  Differences  http://127.0.0.1:4010/fidelidad',
      '  Data         .sim',
      '  Account      demo, password secret',
      '  Test keys    000000 succeeds; 111111, 222222 and 333333 fail',
      '',
      'Try next, in another terminal in this directory',
      '  npx sim listen --port 3000',
      '  (npx sim env prints the credentials)',
      '',
    ]);
  });

  it('reports that data is kept only in memory, names the public URL, and explains how to create an account', () => {
    const lines = bannerLines(
      {
        ...facts,
        data: null,
        publicUrl: 'https://sim.example',
        account: null,
        loginUrl: null,
        dataFlag: " --data 'my data'",
      },
      style,
    );
    expect(lines).toContain('  Public URL   https://sim.example');
    expect(lines).toContain('  Console      https://sim.example/console');
    expect(lines).toContain('  Data         in memory only; deleted when the simulator stops');
    expect(lines).toContain("  npx sim account create my-shop --data 'my data'");
    expect(lines.join('\n')).not.toContain('password');
  });

  it('names the accounts that a seed has created', () => {
    const { account } = facts;
    const seeded = account ? [account, { ...account, short_name: 'ana', password: 'other' }] : [];
    const lines = bannerLines({ ...facts, seededAccounts: seeded }, style);
    expect(lines).toContain('  Account      demo, password secret');
    expect(lines).toContain('  Account      ana, password other');
  });
});
