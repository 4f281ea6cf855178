import { Refusal } from './http.js';

const REASONS = { 111111: 'insufficient_funds', 222222: 'invalid_otp', 333333: 'bank_limit' };
const TYPED = ['nombre', 'tipo', 'cedula', 'telefono', 'banco', 'concepto', 'otp', 'acreditacion'];
const escaped = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page on which the payer pays: a plain form. */
export function paymentPage({ sessions }) {
  const page = (status, content) => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pago</title><main>${content}</main></html>`,
  });
  const closed = (status, session) =>
    page(status, `<h1>Esta sesión no admite pagos</h1><p>${escaped(session.status)}</p>`);
  function form(status, session, values, faults) {
    const offered = Object.entries(session.agreement.fields.payment_methods)
      .filter(([, on]) => on)
      .map(([method]) => method);
    const options = offered
      .map((method) => `<option${values.get('metodo') === method ? ' selected' : ''}>${method}</option>`)
      .join('');
    const inputs = TYPED.map(
      (name) =>
        `<label>${name} <input name="${name}" value="${escaped(values.get(name) ?? '')}"></label>${faults.includes(name) ? '<strong>Revise este campo</strong>' : ''}`,
    );
    return page(
      status,
      `<h1>${escaped(session.fields.description ?? session.fields.identifier)}</h1><form method="post"><select name="metodo">${options}</select>${inputs.join('')}<button>Pagar</button></form>`,
    );
  }
  const known = (id) => {
    const session = sessions.find(id);
    if (!session) throw new Refusal(404, 'there is no such session');
    return session;
  };
  function back(session, which) {
    const target = session.fields[which];
    if (!target) return page(200, `<h1>${which === 'success_url' ? 'Pago aprobado' : 'Pago rechazado'}</h1>`);
    const [plain, fragment] = target.split('#');
    const [path, query] = plain.split('?');
    const parts = (query ?? '').split('&').filter((part) => part && !part.startsWith('session_id='));
    return {
      status: 303,
      headers: {
        location: `${path}?${[...parts, `session_id=${session.id}`].join('&')}${fragment === undefined ? '' : `#${fragment}`}`,
      },
      body: '',
    };
  }

  return [
    {
      method: 'GET',
      path: '/pay/{id}',
      handle: ({ params }) => {
        const session = known(params.id);
        return session.status === 'pending' ? form(200, session, new Map(), []) : closed(200, session);
      },
    },
    {
      method: 'POST',
      path: '/pay/{id}',
      handle: ({ params, raw }) => {
        const session = known(params.id);
        if (session.status !== 'pending') return closed(409, session);
        const values = new URLSearchParams(raw?.toString('utf8') ?? '');
        const method = values.get('metodo');
        const asked = method === 'crypto' ? ['otp'] : ['tipo', 'cedula', 'telefono', 'banco', 'otp'];
        const faults = asked.filter((name) => !values.get(name)?.trim());
        if (session.agreement.fields.payment_methods[method] !== true) faults.push('metodo');
        if (values.get('tipo') && !/^[VEJGP]$/.test(values.get('tipo'))) faults.push('tipo');
        const end = values.get('acreditacion') || 'accredited';
        if (!['accredited', 'accreditation_to_recipient_failed'].includes(end)) faults.push('acreditacion');
        if (faults.length > 0) return form(400, session, values, faults);
        const details = Object.fromEntries(TYPED.map((name) => [name, values.get(name) || undefined]));
        if (values.get('otp') !== '000000') {
          sessions.fail(session, method, REASONS[values.get('otp')] ?? 'invalid_otp', { details });
          return back(session, 'failure_url');
        }
        sessions.pay(session, method, details);
        sessions.schedule(session, end);
        return back(session, 'success_url');
      },
    },
  ];
}
