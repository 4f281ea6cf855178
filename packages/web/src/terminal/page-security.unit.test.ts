import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderTerminalPage, terminalPageCsp, terminalPageHeaders } from './terminal.tsx';

describe('terminalPageCsp', () => {
  const page = renderTerminalPage('en');
  const inline = (tag: string) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('allows the style and the script of the page by hash, and requests to the simulator alone', () => {
    expect(terminalPageCsp()).toBe(
      [
        "default-src 'none'",
        `style-src ${hash(inline('style'))}`,
        `script-src ${hash(inline('script'))}`,
        'img-src data:',
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "form-action 'none'",
      ].join('; '),
    );
    expect(inline('style').length).toBeGreaterThan(1000);
    expect(inline('script').length).toBeGreaterThan(1000);
  });

  it('stands in the headers, with the language', () => {
    expect(terminalPageHeaders('en')).toMatchObject({
      'content-language': 'en',
      'content-security-policy': terminalPageCsp(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
