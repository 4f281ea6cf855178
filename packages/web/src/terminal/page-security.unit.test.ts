import { policyByHash } from '@svc-simulator/test-support/page-markup.ts';
import { describe, expect, it } from 'vitest';
import { renderTerminalPage, terminalPageHeaders } from './terminal.tsx';

describe('terminalPageHeaders', () => {
  it("allows only the page's style and script, by hash, and requests to the simulator", () => {
    expect(terminalPageHeaders('en')).toMatchObject({
      'content-language': 'en',
      'content-security-policy': `${policyByHash(renderTerminalPage('en'))}; form-action 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
