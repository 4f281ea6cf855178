import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { type BannerFacts, bannerLines } from './banner.ts';

const colours = new Chalk({ level: 0 });
const facts: BannerFacts = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4010',
  publicUrl: 'http://127.0.0.1:4010',
  trusted: null,
  data: '.sim',
  program: 'npx svc-simulator',
  dataFlag: '',
  seeded: [],
  account: {
    account_id: 'acc_1',
    short_name: 'demo',
    password: 'secret',
    token: 'sim_api_1',
    console_token: 'sim_con_1',
    webhook_secret: 'whsec_1',
    agreement_id: 'agr_1',
    merchant_id: null,
    merchant_email: null,
  },
};

describe('the banner', () => {
  it('shows the addresses, the credentials, and three commands to paste', () => {
    expect(bannerLines(facts, colours)).toEqual([
      'svc-simulator 1.2.3 is ready; Ctrl+C stops it',
      '',
      '  API          http://127.0.0.1:4010',
      '  Console      http://127.0.0.1:4010/console',
      '  Differences  http://127.0.0.1:4010/fidelidad',
      '  Reference    http://127.0.0.1:4010/docs',
      '  OpenAPI      http://127.0.0.1:4010/openapi.json',
      '  Data         .sim',
      '',
      'Demo account',
      '  account_id      acc_1',
      '  short_name      demo',
      '  password        secret',
      '  token           sim_api_1',
      '  console_token   sim_con_1',
      '  webhook_secret  whsec_1',
      '  agreement_id    agr_1',
      '',
      'Try next, in another terminal in this directory',
      '  npx svc-simulator session create',
      '  npx svc-simulator trace --follow',
      '  npx svc-simulator relay --port 3000',
      '',
    ]);
  });

  it('says that memory is all there is, names the public URL, and tells how to get an account', () => {
    const lines = bannerLines(
      {
        ...facts,
        data: null,
        publicUrl: 'https://sim.example',
        account: null,
        dataFlag: " --data 'my data'",
      },
      colours,
    );
    expect(lines).toContain('  Public URL   https://sim.example');
    expect(lines).toContain('  Console      https://sim.example/console');
    expect(lines).toContain('  Data         in memory only, gone when it stops');
    expect(lines).toContain("  npx svc-simulator account create my-shop --data 'my data'");
    expect(lines.join('\n')).not.toContain('Demo account');
  });
});
