import { checkout, find, session, tagsOf } from '@svc-simulator/test-support/page-markup.ts';
import { describe, expect, it } from 'vitest';
import { renderPaymentPage } from './checkout.tsx';
import { parsePaymentForm } from './form/payment-form.ts';

const page = renderPaymentPage(checkout);
const render = (more: Partial<typeof checkout>) => renderPaymentPage({ ...checkout, ...more });

describe('renderPaymentPage', () => {
  it('shows amounts, rate, concept, merchant and identifier', () => {
    for (const text of [
      'USD 10,00',
      'Bs 1.220,11',
      '1 USD = Bs 122,0112',
      'Pedido 1042: 2 cafés',
      'Café La Esquina, C.A.',
      'Número de pedido',
      'Modo de prueba',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('shows a VES amount only once', () => {
    const ves = render({ session: { ...session, currency: 'VES', amountMinor: 122011, rate: '1' } });
    expect(ves).toContain('Bs 1.220,11');
    expect(ves).not.toContain('Equivale a');
    expect(ves).not.toContain('Tasa:');
  });

  it('contains a form without scripts that posts to its own URL with the fields of the contract', () => {
    expect(find(page, 'form')).toEqual([
      { name: 'form', attributes: { method: 'post', id: 'pago', novalidate: '' } },
    ]);
    const names = new Set(
      tagsOf(page).flatMap(({ name, attributes }) => {
        return /^(input|select)$/.test(name) && attributes.name ? [attributes.name] : [];
      }),
    );
    expect([...names].sort()).toEqual(
      ['acreditacion', 'banco', 'cedula', 'concepto', 'metodo', 'nombre', 'otp', 'telefono', 'tipo'].sort(),
    );
    // If a required field were hidden, the browser would refuse to post the form without showing why.
    expect(page).not.toMatch(/\srequired[\s=>]/);
  });

  it("shows only the agreement's methods, and selects the first one", () => {
    const radios = find(page, 'input', { name: 'metodo' });
    expect(radios.map(({ attributes }) => attributes.value)).toEqual([...checkout.methods]);
    expect(radios.map(({ attributes }) => 'checked' in attributes)).toEqual([true, false, false]);
    const cryptoOnly = render({ methods: ['crypto'] });
    expect(find(cryptoOnly, 'input', { name: 'metodo' })).toHaveLength(1);
    expect(find(cryptoOnly, 'select')).toHaveLength(0);
    const mobileOnly = render({ methods: ['mobile_payment'] });
    expect(mobileOnly).not.toContain('El envío de USDT se simula');
  });

  it('lists banks with code and name, the test keys, and both outcomes of leg 2', () => {
    expect(page).toContain('<option value="0134">0134 · Banesco</option>');
    expect(find(page, 'code').map(({ attributes }) => attributes['data-key'])).toEqual([
      '000000',
      '111111',
      '222222',
      '333333',
    ]);
    const outcomes = find(page, 'input', { name: 'acreditacion' });
    expect(outcomes.map(({ attributes }) => [attributes.value, 'checked' in attributes])).toEqual([
      ['accredited', true],
      ['accreditation_to_recipient_failed', false],
    ]);
  });

  it('shows a countdown within the last hour before expiry, and a date earlier', () => {
    expect(page).toContain('data-left-ms="600000"');
    expect(page).toContain('<time datetime="2026-11-20T21:37:00.000Z">5:37');
    const later = render({ expiresAt: checkout.now + 86_400_000 });
    expect(later).not.toContain('data-left-ms="');
    expect(later).toContain('2026-11-21T21:27:00.000Z');
    const past = render({ expiresAt: checkout.now });
    expect(past).not.toContain('data-left-ms="');
    expect(render({ expiresAt: null })).not.toContain('<time');
  });

  it('links to the other language with the same URL', () => {
    expect(find(page, 'a', { href: '?lang=en' })).toHaveLength(1);
    expect(find(render({ lang: 'en' }), 'a', { href: '?lang=es' })).toHaveLength(1);
  });

  it('folds long texts without shortening them', () => {
    const long = 'palabra '.repeat(62);
    const folded = render({ session: { ...session, description: long } });
    expect(folded).toContain(`<bdi class="text clamp">${long}</bdi>`);
    expect(find(folded, 'details', { class: 'long' })).toHaveLength(1);
    expect(find(page, 'details')).toHaveLength(0);
  });
});

describe('renderPaymentPage with faults', () => {
  const fields = {
    metodo: 'mobile_payment',
    tipo: 'J',
    cedula: '12a',
    telefono: '0212',
    banco: '0134',
    nombre: 'María "La Jefa" <b>',
    concepto: '',
    otp: '',
    acreditacion: 'accreditation_to_recipient_failed',
  };
  const result = parsePaymentForm(new URLSearchParams(fields), checkout);
  if (result.ok) throw new Error('expected faults');
  const faulty = render({ faults: result.faults, values: result.values });

  it('keeps typed values', () => {
    expect(find(faulty, 'input', { id: 'metodo-mobile_payment' })[0]?.attributes).toHaveProperty('checked');
    expect(find(faulty, 'input', { id: 'metodo-immediate_debit' })[0]?.attributes).not.toHaveProperty(
      'checked',
    );
    expect(find(faulty, 'option', { value: 'J' })[0]?.attributes).toHaveProperty('selected');
    expect(find(faulty, 'option', { value: '0134' })[0]?.attributes).toHaveProperty('selected');
    expect(find(faulty, 'input', { id: 'cedula' })[0]?.attributes.value).toBe('12a');
    expect(find(faulty, 'input', { id: 'nombre' })[0]?.attributes.value).toBe(
      'María &quot;La Jefa&quot; &lt;b&gt;',
    );
    const failing = find(faulty, 'input', { value: 'accreditation_to_recipient_failed' })[0];
    expect(failing?.attributes).toHaveProperty('checked');
  });

  it('shows the error next to the field, and a summary with links at the top', () => {
    for (const field of ['cedula', 'telefono', 'otp']) {
      const control = find(faulty, 'input', { id: field })[0];
      expect(control?.attributes['aria-invalid']).toBe('true');
      expect(control?.attributes['aria-describedby']).toBe(`${field}-fault ${field}-hint`);
      expect(find(faulty, 'p', { id: `${field}-fault` })).toHaveLength(1);
      expect(find(faulty, 'a', { href: `#${field}` })).toHaveLength(1);
    }
    expect(find(faulty, 'select', { id: 'banco' })[0]?.attributes).not.toHaveProperty('aria-invalid');
    expect(faulty).toContain('Corrige 3 datos');
    expect(faulty).toContain('<title>Error: Pagar USD 10,00');
    // The summary also gets the focus without a script.
    expect(find(faulty, 'section', { id: 'errores' })[0]?.attributes).toMatchObject({
      tabindex: '-1',
      autofocus: '',
    });
  });

  it('selects no method if the posted one was refused', () => {
    const refusal = parsePaymentForm(new URLSearchParams('metodo=paypal'), checkout);
    if (refusal.ok) throw new Error('expected faults');
    const again = render(refusal);
    expect(find(again, 'input', { name: 'metodo', checked: '' })).toHaveLength(0);
    expect(find(again, 'a', { href: '#metodo-immediate_debit' })).toHaveLength(1);
  });
});

describe('renderPaymentPage with notices', () => {
  it('explains why the last attempt failed, and lets the payer try again', () => {
    const again = render({ retry: { reason: 'insufficient_funds' } });
    expect(again).toContain('no tiene fondos suficientes');
    expect(render({ retry: { reason: null } })).toContain('El intento anterior');
    expect(page).not.toContain('El intento anterior');
  });

  it('says that the request is overdue', () => {
    const late = render({ overdue: { dueAt: checkout.now, message: 'Hay recargo.' } });
    expect(late).toContain('El plazo de esta solicitud ya pasó');
    expect(late).toContain('Hay recargo.');
    expect(render({ overdue: { dueAt: checkout.now } })).not.toContain('Mensaje del');
  });
});
