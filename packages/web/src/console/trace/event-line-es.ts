import { chaosTag } from './chaos-words.ts';
import { chaosEvents } from './event-line-chaos.ts';
import type { EventTexts } from './event-texts.ts';

/** Parts that are not there leave no trace. */
export function joined(...parts: readonly (string | null | undefined | false)[]): string | undefined {
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** The word that a map has for something, or the thing itself. */
export function wordIn(map: Readonly<Record<string, string>>, wire: string | undefined | null): string {
  return wire != null && Object.hasOwn(map, wire) ? `${map[wire]}` : (wire ?? '');
}

const surfaces = {
  api: 'en la API',
  console: 'en la consola',
  refresh: 'con el refreshToken',
  merchant: 'en la API de comercios',
  keys_page: 'un token nuevo, en la consola',
  link: 'en la consola, con un enlace',
};

const expiries = {
  duration: 'pasó su duración',
  due_date: 'llegó su fecha límite',
  operation: 'por la API',
  script: 'según el guion',
  control: 'forzada',
};

const sources = {
  page: 'en la página de pago',
  script: 'según el guion',
  control: 'forzada',
  schedule: 'a su tiempo',
};

const clockChanges = {
  set: 'se ajustó',
  reset: 'de vuelta a la hora real',
  advanced: 'avanzó',
};

const relayEnds = {
  closed: 'se cerró',
  displaced: 'otro tomó su lugar',
  silent: 'dejó de responder',
  'simulator stopped': 'el simulador se detuvo',
  'token revoked': 'se revocó su token',
};

/** Every trace event in Spanish, the first language. */
export const spanishEvents: EventTexts = {
  'account.registered': ({ short_name }) => ['Cuenta creada', short_name],
  'login.succeeded': ({ surface }) => ['Inicio de sesión', wordIn(surfaces, surface)],
  'token.revoked': ({ token_hint }) => ['Token revocado', token_hint],
  'account.password_changed': () => ['Contraseña cambiada'],
  'account.password_reset': () => ['El instructor te dio una contraseña de un solo uso'],
  'account.deleted': () => ['Cuenta eliminada'],
  'webhook_secret.replaced': ({ former_signs_until }) => [
    'Nuevo secreto de los webhooks',
    former_signs_until ? `el anterior firma junto a él hasta ${former_signs_until}` : undefined,
  ],
  'agreement.created': ({ title }) => ['Acuerdo creado', title],
  'partner.created': ({ name }) => ['Socio creado', name],
  'class.created': ({ title }) => ['Clase creada', title],
  'class.changed': ({ title }) => ['Clase cambiada', title],
  'class.joined': ({ title }) => ['Entraste a una clase', title],
  'class.left': ({ by }) => [by === 'trainer' ? 'El instructor te sacó de la clase' : 'Saliste de la clase'],
  'session.created': ({ origin, amount_reference, currency_reference, identifier }, { words, money }) => [
    'Sesión creada',
    joined(
      wordIn(words.origin, origin),
      money(amount_reference, currency_reference),
      identifier && `«${identifier}»`,
    ),
  ],
  'script.matched': ({ rule, step, name, leg1, leg2, after_ms }, { duration }) => [
    'El guion dice cómo termina',
    joined(
      name,
      `regla ${rule}, resultado ${step}`,
      leg1,
      leg2,
      after_ms !== undefined && `a los ${duration(after_ms)}`,
    ),
  ],
  'session.paid': ({ source, method, script }, { words }) => [
    'Sesión pagada',
    joined(
      wordIn(sources, source),
      wordIn(words.method, method),
      source === 'page' && script && sources.script,
    ),
  ],
  'session.payment_failed': ({ reason, method }, { words, refusal }) => [
    'Intento de pago rechazado',
    joined(refusal(reason), wordIn(words.method, method)),
  ],
  'session.failed': ({ source }) => ['Sesión fallida', wordIn(sources, source)],
  'session.expired': ({ reason }) => ['Sesión vencida', wordIn(expiries, reason)],
  'session.accredited': ({ source, total_credits, total_amount_ves_credited }, { money }) => [
    'Dinero acreditado',
    joined(
      money(total_amount_ves_credited),
      total_credits === 1 ? '1 crédito' : `${total_credits ?? 0} créditos`,
      source !== 'schedule' && wordIn(sources, source),
    ),
  ],
  'session.accreditation_failed': ({ source }) => [
    'Acreditación fallida',
    joined('el dinero no llegó al destinatario', source !== 'schedule' && wordIn(sources, source)),
  ],
  'session.status_queried': ({ status, accreditation }, { words }) => [
    'Estado consultado',
    joined(
      `respondió ${status}`,
      status === 'paid' && accreditation && wordIn(words.accreditation, accreditation),
    ),
  ],
  'webhook.emitted': ({ event, probe, resend_of, url, chaos }, { words }) => [
    probe
      ? `Prueba enviada: ${wordIn(words.probe, probe)}`
      : resend_of
        ? 'Webhook enviado otra vez'
        : 'Webhook emitido',
    joined(event, !url && 'sin webhook_url: no se envía a nadie', chaos && chaosTag(chaos, 'es')),
  ],
  'webhook.attempted': ({ attempt, status, error, duration_ms, event, chaos }, { duration }) => [
    status == null
      ? `Intento ${attempt}: sin respuesta (${error})`
      : `Intento ${attempt}: respondió ${status}`,
    joined(event, duration(duration_ms), chaos && chaosTag(chaos, 'es')),
  ],
  'webhook.delivered': ({ attempts, event, duration_ms }, { duration }) => [
    attempts === 1 ? 'Webhook entregado' : `Webhook entregado al intento ${attempts}`,
    joined(event, duration(duration_ms)),
  ],
  'webhook.gave_up': ({ attempts, status, error, event }) => [
    `Webhook abandonado después de ${attempts} intentos`,
    joined(event, status == null ? `sin respuesta (${error})` : `respondió ${status}`),
  ],
  'webhook.probed': ({ kind, passed, status, error, expected }, { words }) => [
    `Prueba ${passed ? 'superada' : 'no superada'}: ${wordIn(words.probe, kind)}`,
    joined(status == null ? `sin respuesta (${error})` : `respondió ${status}`, `se esperaba ${expected}`),
  ],
  'webhook.received': ({ receiver }) => ['Webhook recibido', `receptor ${receiver}`],
  'relay.connected': () => ['Relay conectado'],
  'relay.disconnected': ({ reason }) => ['Relay desconectado', wordIn(relayEnds, reason)],
  'control.outcome': ({ leg, outcome, admitted, reason }) => [
    admitted === false ? 'Resultado forzado, no admitido' : 'Resultado forzado',
    joined(outcome, `etapa ${leg}`, admitted === false && reason),
  ],
  'control.reset': () => ['Cuenta reiniciada', 'lo anterior ya no existe'],
  'control.script': ({ change, rules }) =>
    change === 'set'
      ? ['Guion puesto', rules === 1 ? '1 regla' : `${rules} reglas`]
      : ['Guion quitado', 'las sesiones terminan como antes'],
  'control.snapshot': ({ saved_at, events }) => [
    'Instantánea cargada',
    `guardada ${saved_at}, ${events} eventos; lo anterior ya no existe`,
  ],
  'control.clock': ({ change, from, to, frozen }) => [
    'Reloj cambiado',
    joined(wordIn(clockChanges, change), `${from} → ${to}`, frozen && 'detenido'),
  ],
  ...chaosEvents('es'),
  'pos.merchant_registered': ({ email }) => ['Comercio registrado', email],
  'pos.pairing_requested': ({ serial }) => ['Código de vinculación pedido', serial ?? undefined],
  'pos.pairing_refused': ({ serial, tries_left }) => [
    'Código de vinculación equivocado',
    joined(
      serial,
      tries_left === 0
        ? 'el código ya no sirve'
        : `${tries_left === 1 ? 'queda' : 'quedan'} ${tries_left} intentos`,
    ),
  ],
  'pos.paired': ({ serial }) => ['Terminal vinculado', serial ?? undefined],
  'pos.unpaired': ({ serial }) => ['Terminal desvinculado', serial ?? undefined],
  'pos.transaction_created': ({ amount_reference, currency_reference, serial }, { money }) => [
    'Transacción creada',
    joined(money(amount_reference, currency_reference), serial ?? 'cualquier terminal'),
  ],
  'pos.cancel_requested': ({ from, status }) => ['Cancelación pedida', `${from} → ${status}`],
  'pos.committed': ({ amount_reference, currency_reference, serial, from }, { money }) => [
    'Transacción pagada',
    joined(money(amount_reference, currency_reference), serial, from === 'CANCELED' && 'ya estaba cancelada'),
  ],
  'pos.voided': ({ serial }) => ['Transacción anulada', serial ?? undefined],
  'pos.settled': ({ batch_number, transaction_count, serial, count_differs, own_count }) => [
    `Lote ${batch_number} cerrado`,
    joined(
      transaction_count === 1 ? '1 pago' : `${transaction_count} pagos`,
      serial,
      count_differs && `el simulador contó ${own_count}`,
    ),
  ],
};
