import { failureText } from '@svc-simulator/core';
import { attempt, find, session } from '@svc-simulator/test-support/page-markup.ts';
import { describe, expect, it } from 'vitest';
import { renderClosedPage, renderNotFoundPage, renderProblemPage, renderResultPage } from './end-pages.tsx';

describe('renderResultPage', () => {
  it('confirms a payment with its details', () => {
    const page = renderResultPage({ lang: 'es', session, outcome: 'paid', attempt });
    for (const text of ['Pago aprobado', 'USD 10,00', 'Bs 1.220,11', '48213377', 'Banesco', 'Pago móvil']) {
      expect(page).toContain(text);
    }
    expect(find(page, 'form')).toHaveLength(0);
    expect(find(page, 'script')).toHaveLength(0);
  });

  it('explains why a payment failed, and links to another attempt if one is possible', () => {
    const failure = { lang: 'en', session, outcome: 'failed', attempt, reason: 'bank_limit' } as const;
    const again = renderResultPage({ ...failure, canRetry: true });
    expect(again).toContain('Payment declined');
    expect(again).toContain('the amount exceeds the allowed limit');
    expect(find(again, 'a', { class: 'button primary large', href: '?lang=en' })).toHaveLength(1);
    const final = renderResultPage(failure);
    expect(find(final, 'a', { class: 'button primary large' })).toHaveLength(0);
    expect(final).toContain('Ask the merchant for a new link');
  });
});

describe('renderClosedPage', () => {
  const renderClosed = (more: Omit<Parameters<typeof renderClosedPage>[0], 'lang' | 'session'>) =>
    renderClosedPage({ lang: 'es', session, ...more });

  it.each([
    ['paid', 'Pago realizado'],
    ['failed', 'Este pago no se completó'],
    ['expired', 'Esta sesión de pago venció'],
  ] as const)('says that the session is %s', (status, title) => {
    const page = renderClosed({ status, closedAt: attempt.at });
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain('2026-11-20T21:27:00.000Z');
    expect(find(page, 'form')).toHaveLength(0);
    expect(find(page, 'a', { class: 'button primary large' })).toHaveLength(0);
  });

  it('explains why a payment failed', () => {
    const page = renderClosed({ status: 'failed', reason: 'invalid_otp' });
    expect(page).toContain(failureText('invalid_otp', 'es'));
  });

  it("links to the merchant only if the merchant's URL is safe", () => {
    const renderWithReturnUrl = (returnUrl: string) => renderClosed({ status: 'paid', attempt, returnUrl });
    const site = renderWithReturnUrl('https://tienda.example.invalid/gracias?a=1&b=2');
    expect(site).toContain('Volver al comercio');
    expect(find(site, 'a', { class: 'button primary large' })[0]?.attributes.href).toBe(
      'https://tienda.example.invalid/gracias?a=1&amp;b=2',
    );
    expect(renderWithReturnUrl('mitienda://pago/listo')).toContain('Volver a la aplicación');
    for (const unsafe of ['javascript:alert(1)', 'data:text/html,x', 'no es un enlace', '']) {
      expect(find(renderWithReturnUrl(unsafe), 'a', { class: 'button primary large' })).toHaveLength(0);
    }
  });
});

describe('renderNotFoundPage', () => {
  it('says that the payment is unknown', () => {
    expect(renderNotFoundPage('es')).toContain('No encontramos este pago');
    expect(renderNotFoundPage('en')).toContain('We couldn&#39;t find this payment');
  });
});

describe('renderProblemPage', () => {
  it('says what happened, with a link to try again after 503', () => {
    const busy = renderProblemPage('es', 503);
    expect(busy).toContain('no está disponible');
    expect(find(busy, 'a', { class: 'button primary large', href: '?lang=es' })).toHaveLength(1);
    expect(renderProblemPage('en', 405)).toContain('processed');
  });
});
