import { Refusal } from './http.js';

const REASONS = { 111111: 'insufficient_funds', 222222: 'invalid_otp', 333333: 'bank_limit' };
const TYPED = ['nombre', 'tipo', 'cedula', 'telefono', 'banco', 'concepto', 'otp', 'acreditacion'];
const BANKS = (
  '0102 0104 0105 0108 0114 0115 0128 0134 0137 0138 0151 0156 0157 0163 0166 0168 0169 0171 0172 0174 ' +
  '0175 0177 0191'
).split(' ');
const escaped = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `?lang=`, or what the browser prefers; Spanish unless it is English. */
function languageOf({ query, headers }) {
  const wanted = query.get('lang') ?? headers['accept-language'] ?? 'es';
  return /^en\b/i.test(wanted) ? 'en' : 'es';
}

/** The page on which the payer pays: a plain form. */
export function paymentPage({ sessions }) {
  const page = (status, content, lang = 'es') => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pago</title><main>${content}</main></html>`,
  });
  const closed = (status, session) =>
    page(status, `<h1>Esta sesión no admite pagos</h1><p>${escaped(session.status)}</p>`);
  function form(status, session, { values, faults, lang }) {
    const offered = Object.entries(session.agreement.fields.payment_methods)
      .filter(([, on]) => on)
      .map(([method]) => method);
    const options = offered
      .map(
        (method) =>
          `<option value="${method}"${values.get('metodo') === method ? ' selected' : ''}>${method}</option>`,
      )
      .join('');
    const inputs = TYPED.map((name) =>
      name === 'banco'
        ? `<label>banco <select name="banco">${BANKS.map((code) => `<option value="${code}">${code}</option>`).join('')}</select></label>`
        : `<label>${name} <input name="${name}" value="${escaped(values.get(name) ?? '')}"></label>${faults.includes(name) ? '<strong>Revise este campo</strong>' : ''}`,
    );
    return page(
      status,
      `<h1>${escaped(session.fields.description ?? session.fields.identifier)}</h1><form method="post"><select name="metodo">${options}</select>${inputs.join('')}<button>${lang === 'en' ? 'Pay' : 'Pagar'}</button></form>`,
      lang,
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
    const mark = `session_id=${session.id}`;
    const own = (query ?? '').split('&').filter(Boolean);
    const isMarked = own.some((part) => part.startsWith('session_id='));
    const parts = own.map((part) => (part.startsWith('session_id=') ? mark : part));
    if (!isMarked) parts.push(mark);
    return {
      status: 303,
      headers: {
        location: `${path}?${parts.join('&')}${fragment === undefined ? '' : `#${fragment}`}`,
      },
      body: '',
    };
  }

  return [
    {
      method: 'GET',
      path: '/pay/{id}',
      handle: (call) => {
        const session = known(call.params.id);
        if (session.status !== 'pending') return closed(200, session);
        return form(200, session, { values: new Map(), faults: [], lang: languageOf(call) });
      },
    },
    {
      method: 'POST',
      path: '/pay/{id}',
      handle: (call) => {
        const { params, raw, headers } = call;
        const session = known(params.id);
        if (session.status !== 'pending') return closed(409, session);
        if (!/^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? ''))
          throw new Refusal(415, 'send the form as a browser does');
        const lang = languageOf(call);
        const values = new URLSearchParams(raw?.toString('utf8') ?? '');
        const method = values.get('metodo');
        const asked = method === 'crypto' ? ['otp'] : ['tipo', 'cedula', 'telefono', 'banco', 'otp'];
        const faults = asked.filter((name) => !values.get(name)?.trim());
        if (session.agreement.fields.payment_methods[method] !== true) faults.push('metodo');
        if (values.get('tipo') && !/^[VEJGP]$/.test(values.get('tipo'))) faults.push('tipo');
        if (values.get('banco') && !BANKS.includes(values.get('banco'))) faults.push('banco');
        const end = values.get('acreditacion') || 'accredited';
        if (!['accredited', 'accreditation_to_recipient_failed'].includes(end)) faults.push('acreditacion');
        if (faults.length > 0) return form(400, session, { values, faults, lang });
        const details = {
          ...Object.fromEntries(TYPED.map((name) => [name, values.get(name) || undefined])),
          lang,
        };
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
