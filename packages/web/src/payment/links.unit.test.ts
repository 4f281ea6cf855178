import { describe, expect, it } from 'vitest';
import { isWebLink, safeHref } from './end-pages.tsx';

describe('safeHref', () => {
  it.each([
    ['https://tienda.example.invalid/gracias?o=1&x="', 'https://tienda.example.invalid/gracias?o=1&x=%22'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['mitienda://pago/listo', 'mitienda://pago/listo'],
    [
      'intent://pago#Intent;scheme=mitienda;package=ve.mitienda;end',
      'intent://pago#Intent;scheme=mitienda;package=ve.mitienda;end',
    ],
  ])('allows %s', (url, href) => {
    expect(safeHref(url)).toBe(href);
  });

  it.each([
    null,
    '',
    '/pay/1',
    'tienda.example.invalid',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.invalid/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:https://example.invalid/1',
    'view-source:https://example.invalid',
  ])('refuses %j', (url) => {
    expect(safeHref(url)).toBeNull();
  });
});

describe('isWebLink', () => {
  it('returns true for a website and false for a link to an app', () => {
    expect(isWebLink('https://example.invalid/')).toBe(true);
    expect(isWebLink('httpsx://example.invalid/')).toBe(false);
    expect(isWebLink('mitienda://pago')).toBe(false);
  });
});
