import { policyByHash } from '@svc-simulator/test-support/page-markup.ts';
import { describe, expect, it } from 'vitest';
import { renderTerminalPage, terminalPageCsp, terminalPageHeaders } from './terminal.tsx';

describe('terminalPageCsp', () => {
  it("allows only the page's style and script, by hash, and requests to the simulator", () => {
    expect(terminalPageCsp()).toBe(`${policyByHash(renderTerminalPage('en'))}; form-action 'none'`);
  });

  it('sends the policy as a header, together with the content language', () => {
    expect(terminalPageHeaders('en')).toMatchObject({
      'content-language': 'en',
      'content-security-policy': terminalPageCsp(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
