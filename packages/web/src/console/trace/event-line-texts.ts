import type { TraceType } from '@svc-simulator/contract';
import { type EventForms, type EventWords, joined, type Words } from './event-forms.ts';
import type { EventData } from './event-line-data.ts';

const surfaces: Words = {
  api: ['en la API', 'to the API'],
  console: ['en la consola', 'to the console'],
  refresh: ['con el refreshToken', 'with the refreshToken'],
  merchant: ['en la API de comercios', 'to the merchant API'],
  keys_page: ['un token nuevo, en la consola', 'a new token, in the console'],
  link: ['en la consola, con un enlace', 'to the console, by a link'],
};

const expiries: Words = {
  duration: ['pasó su duración', 'its duration was over'],
  due_date: ['llegó su fecha límite', 'its due date came'],
  operation: ['por la API', 'by the API'],
  script: ['según el guion', 'by the script'],
  control: ['forzada', 'forced'],
};

const sources: Words = {
  page: ['en la página de pago', 'on the payment page'],
  script: ['según el guion', 'by the script'],
  control: ['forzada', 'forced'],
  schedule: ['a su tiempo', 'in its time'],
};

const clockChanges: Words = {
  set: ['se ajustó', 'it was set'],
  reset: ['de vuelta a la hora real', 'back to real time'],
  advanced: ['avanzó', 'it advanced'],
};

const relayEnds: Words = {
  closed: ['se cerró', 'it was closed'],
  displaced: ['otro tomó su lugar', 'another one took its place'],
  silent: ['dejó de responder', 'it stopped answering'],
  'simulator stopped': ['el simulador se detuvo', 'the simulator stopped'],
  'token revoked': ['se revocó su token', 'its token was revoked'],
  'password changed': ['cambió la contraseña', 'the password was changed'],
};

/** Every trace event, in Spanish and in English: what happened, and what makes this one different from others of its type. */
export const eventTexts: Readonly<Record<TraceType, (data: EventData, forms: EventForms) => EventWords>> = {
  'account.registered': ({ short_name }, { say }) => [say('Cuenta creada', 'Account made'), short_name],
  'login.succeeded': ({ surface }, { say, word }) => [
    say('Inicio de sesión', 'Logged in'),
    word(surfaces, surface),
  ],
  'login.ended': ({ surface }, { say, word }) => [
    say('Sesión cerrada', 'Logged out'),
    word(surfaces, surface),
  ],
  'token.revoked': ({ token_hint }, { say }) => [say('Token revocado', 'Token revoked'), token_hint],
  'account.password_changed': (_, { say }) => [say('Contraseña cambiada', 'Password changed')],
  'account.password_reset': (_, { say }) => [
    say('El instructor te dio una contraseña de un solo uso', 'The trainer gave you a one-time password'),
  ],
  'account.deleted': (_, { say }) => [say('Cuenta eliminada', 'Account deleted')],
  'webhook_secret.replaced': ({ former_signs_until: until }, { say }) => [
    say('Nuevo secreto de los webhooks', 'New webhook secret'),
    until
      ? say(`el anterior firma junto a él hasta ${until}`, `the former one signs beside it until ${until}`)
      : undefined,
  ],
  'agreement.created': ({ title }, { say }) => [say('Acuerdo creado', 'Agreement created'), title],
  'partner.created': ({ name }, { say }) => [say('Socio creado', 'Partner created'), name],
  'class.created': ({ title }, { say }) => [say('Clase creada', 'Class made'), title],
  'class.changed': ({ title }, { say }) => [say('Clase cambiada', 'Class changed'), title],
  'class.joined': ({ title }, { say }) => [say('Entraste a una clase', 'You joined a class'), title],
  'class.left': ({ by }, { say }) => [
    by === 'trainer'
      ? say('El instructor te sacó de la clase', 'The trainer took you out of the class')
      : say('Saliste de la clase', 'You left the class'),
  ],
  'session.created': ({ origin, identifier, ...sum }, { say, named, money }) => [
    say('Sesión creada', 'Session created'),
    joined(
      named('origin', origin),
      money(sum.amount_reference, sum.currency_reference),
      identifier && say(`«${identifier}»`, `“${identifier}”`),
    ),
  ],
  'script.matched': ({ rule, step, name, leg1, leg2, after_ms: after }, { say, duration }) => [
    say('El guion dice cómo termina', 'The script says how it ends'),
    joined(
      name,
      say(`regla ${rule}, resultado ${step}`, `rule ${rule}, outcome ${step}`),
      leg1,
      leg2,
      after !== undefined && say(`a los ${duration(after)}`, `after ${duration(after)}`),
    ),
  ],
  'session.paid': ({ source, method, script }, { say, word, named }) => [
    say('Sesión pagada', 'Session paid'),
    joined(
      word(sources, source),
      named('method', method),
      source === 'page' && script && word(sources, 'script'),
    ),
  ],
  'session.payment_failed': ({ reason, method }, { say, named, refusal }) => [
    say('Intento de pago rechazado', 'Attempt to pay refused'),
    joined(refusal(reason), named('method', method)),
  ],
  'session.failed': ({ source }, { say, word }) => [
    say('Sesión fallida', 'Session failed'),
    word(sources, source),
  ],
  'session.expired': ({ reason }, { say, word }) => [
    say('Sesión vencida', 'Session expired'),
    word(expiries, reason),
  ],
  'session.accredited': ({ source, total_credits: credits, ...sum }, { say, word, money }) => [
    say('Dinero acreditado', 'Money accredited'),
    joined(
      money(sum.total_amount_ves_credited),
      credits === 1
        ? say('1 crédito', '1 credit')
        : say(`${credits ?? 0} créditos`, `${credits ?? 0} credits`),
      source !== 'schedule' && word(sources, source),
    ),
  ],
  'session.accreditation_failed': ({ source }, { say, word }) => [
    say('Acreditación fallida', 'Accreditation failed'),
    joined(
      say('el dinero no llegó al destinatario', 'the money did not reach its recipient'),
      source !== 'schedule' && word(sources, source),
    ),
  ],
  'session.status_queried': ({ status, accreditation }, { say, named }) => [
    say('Estado consultado', 'Status asked'),
    joined(
      say(`respondió ${status}`, `answered ${status}`),
      status === 'paid' && accreditation && named('accreditation', accreditation),
    ),
  ],
  'webhook.emitted': ({ event, probe, resend_of, url, chaos }, { say, named, faults }) => [
    probe
      ? `${say('Prueba enviada', 'Probe sent')}: ${named('probe', probe)}`
      : resend_of
        ? say('Webhook enviado otra vez', 'Webhook sent again')
        : say('Webhook emitido', 'Webhook emitted'),
    joined(
      event,
      !url && say('sin webhook_url: no se envía a nadie', 'no webhook_url: sent to nobody'),
      faults(chaos),
    ),
  ],
  'webhook.attempted': ({ attempt, duration_ms, event, chaos, ...data }, { say, duration, ...forms }) => [
    `${say('Intento', 'Attempt')} ${attempt}: ${forms.answer(data)}`,
    joined(event, duration(duration_ms), forms.faults(chaos)),
  ],
  'webhook.delivered': ({ attempts, event, duration_ms }, { say, duration }) => [
    attempts === 1
      ? say('Webhook entregado', 'Webhook delivered')
      : say(`Webhook entregado al intento ${attempts}`, `Webhook delivered on attempt ${attempts}`),
    joined(event, duration(duration_ms)),
  ],
  'webhook.gave_up': ({ attempts, event, ...data }, { say, answer }) => [
    say(`Webhook abandonado después de ${attempts} intentos`, `Webhook given up after ${attempts} attempts`),
    joined(event, answer(data)),
  ],
  'webhook.probed': ({ kind, passed, expected, ...data }, { say, named, answer }) => [
    `${passed ? say('Prueba superada', 'Probe passed') : say('Prueba no superada', 'Probe failed')}: ${named('probe', kind)}`,
    joined(answer(data), say(`se esperaba ${expected}`, `${expected} was expected`)),
  ],
  'webhook.received': ({ receiver }, { say }) => [
    say('Webhook recibido', 'Webhook received'),
    say(`receptor ${receiver}`, `receiver ${receiver}`),
  ],
  'relay.connected': (_, { say }) => [say('Relay conectado', 'Relay connected')],
  'relay.disconnected': ({ reason }, { say, word }) => [
    say('Relay desconectado', 'Relay disconnected'),
    word(relayEnds, reason),
  ],
  'control.outcome': ({ leg, outcome, admitted, reason }, { say, notAdmitted }) => [
    admitted === false
      ? say('Resultado forzado, no admitido', 'Outcome forced, not admitted')
      : say('Resultado forzado', 'Outcome forced'),
    joined(outcome, say(`etapa ${leg}`, `leg ${leg}`), admitted === false && notAdmitted(reason)),
  ],
  'control.reset': (_, { say }) => [
    say('Cuenta reiniciada', 'Account reset'),
    say('lo anterior ya no existe', 'what was before is gone'),
  ],
  'control.script': ({ change, rules }, { say }) =>
    change === 'set'
      ? [
          say('Guion puesto', 'Script set'),
          rules === 1 ? say('1 regla', '1 rule') : say(`${rules} reglas`, `${rules} rules`),
        ]
      : [
          say('Guion quitado', 'Script taken away'),
          say('las sesiones terminan como antes', 'sessions end as they did'),
        ],
  'control.snapshot': ({ saved_at: at, events }, { say }) => [
    say('Instantánea cargada', 'Snapshot loaded'),
    say(
      `guardada ${at}, ${events} eventos; lo anterior ya no existe`,
      `saved ${at}, ${events} events; what was before is gone`,
    ),
  ],
  'control.clock': ({ change, from, to, frozen }, { say, word }) => [
    say('Reloj cambiado', 'Clock changed'),
    joined(word(clockChanges, change), `${from} → ${to}`, frozen && say('detenido', 'it stands still')),
  ],
  'chaos.set': ({ seed }, { say }) => [say('Caos activado', 'Chaos set'), `seed ${seed}`],
  'chaos.cleared': ({ injected = {} }, { say }) => {
    const count = Object.values(injected).reduce((sum, number) => sum + number, 0);
    return [
      say('Caos apagado', 'Chaos cleared'),
      count === 1 ? say('1 falla', '1 fault') : say(`${count} fallas`, `${count} faults`),
    ];
  },
  'chaos.injected': ({ fault, attempt, event, operation, status, ...held }, { say, duration, ...forms }) => [
    `${say('Caos', 'Chaos')}: ${fault ? forms.chaos(fault) : ''}`,
    joined(
      event,
      attempt !== undefined && say(`intento ${attempt}`, `attempt ${attempt}`),
      operation,
      status,
      duration(held.delay_ms ?? held.hold_ms ?? held.latency_ms),
    ),
  ],
  'pos.merchant_registered': ({ email }, { say }) => [
    say('Comercio registrado', 'Merchant registered'),
    email,
  ],
  'pos.pairing_requested': ({ serial }, { say }) => [
    say('Código de vinculación pedido', 'Pairing code asked for'),
    serial,
  ],
  'pos.pairing_refused': ({ serial, tries_left: left }, { say }) => [
    say('Código de vinculación equivocado', 'Wrong pairing code'),
    joined(
      serial,
      left === 0
        ? say('el código ya no sirve', 'the code is void')
        : say(
            `${left === 1 ? 'queda' : 'quedan'} ${left} intentos`,
            `${left} ${left === 1 ? 'try' : 'tries'} left`,
          ),
    ),
  ],
  'pos.paired': ({ serial }, { say }) => [say('Terminal vinculada', 'Terminal paired'), serial],
  'pos.unpaired': ({ serial }, { say }) => [say('Terminal desvinculada', 'Terminal unpaired'), serial],
  'pos.transaction_created': ({ serial, ...sum }, { say, money }) => [
    say('Transacción creada', 'Transaction created'),
    joined(
      money(sum.amount_reference, sum.currency_reference),
      serial ?? say('cualquier terminal', 'any terminal'),
    ),
  ],
  'pos.cancel_requested': ({ from, status }, { say }) => [
    say('Cancelación pedida', 'Cancellation asked for'),
    `${from} → ${status}`,
  ],
  'pos.committed': ({ serial, from, ...sum }, { say, money }) => [
    say('Transacción pagada', 'Transaction paid'),
    joined(
      money(sum.amount_reference, sum.currency_reference),
      serial,
      from === 'CANCELED' && say('ya estaba cancelada', 'it was cancelled'),
    ),
  ],
  'pos.voided': ({ serial }, { say }) => [say('Transacción anulada', 'Transaction voided'), serial],
  'pos.settled': ({ batch_number, transaction_count: count, serial, ...counted }, { say }) => [
    say(`Lote ${batch_number} cerrado`, `Batch ${batch_number} closed`),
    joined(
      count === 1 ? say('1 pago', '1 payment') : say(`${count} pagos`, `${count} payments`),
      serial,
      counted.count_differs &&
        say(`el simulador contó ${counted.own_count}`, `the simulator counted ${counted.own_count}`),
    ),
  ],
};
