import type { ProbeKind } from '@svc-simulator/contract';
import { bilingual } from '../../kit/bilingual.ts';

const probeActs: Readonly<Record<ProbeKind, string>> = {
  bad_signature: 'Firma el webhook con un secreto que no es el tuyo.',
  stale_timestamp: 'Firma bien el webhook, pero con una hora de hace 10 minutos.',
  duplicate: 'Repite un webhook ya aceptado, con la misma idempotency-key.',
  unknown_event: 'Envía un event que todavía no existe, bien firmado.',
  extra_fields: 'Agrega campos desconocidos en todos los niveles, bien firmado.',
};

const spanish = {
  heading: 'Webhooks',
  none: 'Todavía no se ha enviado ninguno.',
  noUrl: {
    title: 'Esta sesión no tiene webhook_url',
    text: 'Sus webhooks se firman y quedan en la traza, pero no se envían a nadie. Para recibirlos, crea la sesión con la dirección de tu receptor.',
  },
  tags: {
    unsent: 'sin enviar',
    waiting: 'en camino',
    retrying: 'por reintentar',
    delivered: 'entregado',
    forgery_taken: 'aceptó una firma falsa',
    refused: 'abandonado',
    unanswered: 'abandonado',
    probe_waiting: 'prueba en camino',
    probe_passed: 'prueba superada',
    probe_failed: 'prueba no superada',
  },
  verdict: {
    unsent: 'Se firmó y quedó en la traza, pero no se envió a nadie.',
    waiting: 'Va en camino; el receptor todavía no ha respondido.',
    retrying: (answer: string, attempt: number) =>
      attempt === 1 ? `El primer intento no sirvió: ${answer}.` : `Ya van ${attempt} intentos: ${answer}.`,
    next: 'El siguiente sale a las',
    delivered: (status: number, attempts: number) =>
      attempts === 1
        ? `Tu receptor respondió ${status} al primer intento.`
        : `Tu receptor respondió ${status} al intento ${attempts}.`,
    forgeryTaken: (status: number) =>
      `Tu receptor respondió ${status} a un webhook que el caos firmó mal a propósito: debía rechazarlo con 401.`,
    refused: (status: number, attempts: number) =>
      `Tu receptor lo rechazó con ${status}; se abandonó después de ${attempts} intentos.`,
    unanswered: (error: string, attempts: number) =>
      `Nadie respondió (${error}); se abandonó después de ${attempts} intentos.`,
    gone: 'Los detalles de esta entrega ya se borraron (se guardan 14 días).',
    answered: (status: number) => `el receptor respondió ${status}`,
    silent: (error: string) => `nadie respondió (${error})`,
  },
  likely: 'Lo más probable',
  possible: 'También puede ser',
  note: 'Para saber',
  signatureWasRight:
    'La firma que se envió era correcta: recalculada con tu webhook_secret da lo mismo. La diferencia está en el receptor.',
  findMistake: '¿Tu programa calcula otra? Busca el error.',
  resendOf: 'Reenvío',
  sendAgain: 'Reenviar',
  sendHint:
    'Reenviar repite el cuerpo y la idempotency-key con una firma de ahora; enviar como nuevo cambia también la idempotency-key.',
  sendAsNew: 'Enviar como nuevo',
  by: 'vía',
  attempts: {
    heading: 'Intentos',
    number: 'Intento',
    ended: 'Terminó',
    answer: 'Respuesta',
    duration: 'Tardó',
    measured: '{duration} con el relay',
    via: 'Vía',
    none: 'sin respuesta',
    body: 'Lo que respondió el receptor',
  },
  evidence: {
    all: 'Ver intentos, cabeceras, cuerpo, firma y curl',
    request: 'Cabeceras y cuerpo',
    headers: 'Cabeceras',
    body: 'Cuerpo, byte por byte',
    pretty: 'El mismo cuerpo, ordenado para leerlo (no es lo que se firma)',
    signature: 'La firma, paso a paso',
    curl: 'Repetirla con curl',
    curlText:
      'Para bash. Envía los mismos bytes con la firma original: un receptor que revisa la hora la rechaza a los 5 minutos. Para una firma nueva usa Reenviar.',
    gone: 'Los bytes de esta entrega ya se borraron (se guardan 14 días).',
  },
  signature: {
    variants: {
      timestamp: 'Se firma svc-timestamp, un punto y el cuerpo crudo, sin nada más:',
      body: 'Se firma solo el cuerpo crudo, según el ajuste webhook_signature de tu cuenta:',
      sha256:
        'Se firma solo el cuerpo crudo, y la firma lleva sha256= delante, según el ajuste webhook_signature:',
    },
    signed: 'Texto firmado',
    sent: 'Cabecera svc-signature enviada',
    computed: 'Recalculada ahora con tu webhook_secret',
    computedBefore: 'Recalculada ahora con tu webhook_secret anterior',
    same: 'Son iguales: la firma que salió era correcta.',
    forged: 'Son distintas a propósito: la prueba firmó con un secreto ajeno.',
    differs: 'Son distintas: el secreto de la cuenta cambió después, o alguien tocó los datos.',
    command: 'Calcúlala tú, con tu secreto en WEBHOOK_SECRET:',
    secret: 'Tu webhook_secret está en Claves',
    stale: 'svc-timestamp es de 10 minutos antes del envío, a propósito.',
  },
  probes: {
    heading: 'Poner a prueba tu receptor',
    lead: 'Webhooks que se portan mal a propósito, enviados al receptor de esta sesión. La respuesta dice si tu receptor está listo.',
    acts: probeActs,
    expected: 'Se espera',
    send: 'Enviar',
    again: 'Enviar otra vez',
    passed: 'superada',
    failed: 'no superada',
    pending: 'en camino',
    needsUrl: 'Hace falta una sesión con webhook_url.',
    needsDelivered:
      'Primero tu receptor tiene que responder 2xx a un webhook auténtico de esta sesión: si lo rechaza todo, que rechace una prueba no dice nada.',
    see: 'Ver la entrega',
    refused: 'El simulador no envió la prueba:',
  },
  resendRefused: 'El simulador no envió nada:',
};

const english: typeof spanish = {
  heading: 'Webhooks',
  none: 'None has been sent yet.',
  noUrl: {
    title: 'This session has no webhook_url',
    text: 'Its webhooks are signed and stand in the trace, but are sent to nobody. To receive them, create the session with the address of your receiver.',
  },
  tags: {
    unsent: 'not sent',
    waiting: 'on its way',
    retrying: 'to be retried',
    delivered: 'delivered',
    forgery_taken: 'took a forged signature',
    refused: 'given up',
    unanswered: 'given up',
    probe_waiting: 'probe on its way',
    probe_passed: 'probe passed',
    probe_failed: 'probe failed',
  },
  verdict: {
    unsent: 'It was signed and stands in the trace, but was sent to nobody.',
    waiting: 'On its way; the receiver has not answered yet.',
    retrying: (answer, attempt) =>
      attempt === 1 ? `The first attempt failed: ${answer}.` : `${attempt} attempts so far: ${answer}.`,
    next: 'The next one goes out at',
    delivered: (status, attempts) =>
      attempts === 1
        ? `Your receiver answered ${status} to the first attempt.`
        : `Your receiver answered ${status} to attempt ${attempts}.`,
    forgeryTaken: (status) =>
      `Your receiver answered ${status} to a webhook that chaos signed wrongly on purpose: it should have refused it with 401.`,
    refused: (status, attempts) =>
      `Your receiver refused it with ${status}; it was given up after ${attempts} attempts.`,
    unanswered: (error, attempts) =>
      `Nobody answered (${error}); it was given up after ${attempts} attempts.`,
    gone: 'The details of this delivery are gone (they are kept for 14 days).',
    answered: (status) => `the receiver answered ${status}`,
    silent: (error) => `nobody answered (${error})`,
  },
  likely: 'Most likely',
  possible: 'It can also be',
  note: 'Good to know',
  signatureWasRight:
    'The signature that was sent was right: computed anew with your webhook_secret it is the same. The difference is in the receiver.',
  findMistake: 'Does your program compute another one? Find the mistake.',
  resendOf: 'Resend',
  sendAgain: 'Resend',
  sendHint:
    'Resend repeats the body and the idempotency-key with a signature of now; send as new changes the idempotency-key too.',
  sendAsNew: 'Send as new',
  by: 'via',
  attempts: {
    heading: 'Attempts',
    number: 'Attempt',
    ended: 'Ended',
    answer: 'Answer',
    duration: 'Took',
    measured: '{duration} with the relay',
    via: 'Via',
    none: 'no answer',
    body: 'What the receiver answered',
  },
  evidence: {
    all: 'See attempts, headers, body, signature and curl',
    request: 'Headers and body',
    headers: 'Headers',
    body: 'Body, byte for byte',
    pretty: 'The same body, set out for reading (not what is signed)',
    signature: 'The signature, step by step',
    curl: 'Repeat it with curl',
    curlText:
      'For bash. It sends the same bytes with the original signature: a receiver that checks the time refuses it after 5 minutes. For a new signature use Resend.',
    gone: 'The bytes of this delivery are gone (they are kept for 14 days).',
  },
  signature: {
    variants: {
      timestamp: 'What is signed is svc-timestamp, a dot and the raw body, and nothing else:',
      body: 'What is signed is the raw body alone, as the setting webhook_signature of your account says:',
      sha256:
        'What is signed is the raw body alone, with sha256= before the signature, as the setting webhook_signature says:',
    },
    signed: 'Signed text',
    sent: 'Header svc-signature as it was sent',
    computed: 'Computed now with your webhook_secret',
    computedBefore: 'Computed now with your former webhook_secret',
    same: 'They are equal: the signature that went out was right.',
    forged: 'They differ on purpose: the probe signed with a foreign secret.',
    differs: 'They differ: the secret of the account was changed later, or somebody touched the data.',
    command: 'Compute it yourself, with your secret in WEBHOOK_SECRET:',
    secret: 'Your webhook_secret is under Keys',
    stale: 'svc-timestamp is of 10 minutes before it was sent, on purpose.',
  },
  probes: {
    heading: 'Put your receiver to the test',
    lead: 'Webhooks that misbehave on purpose, sent to the receiver of this session. The answer tells whether your receiver is ready.',
    acts: {
      bad_signature: 'Signs the webhook with a secret that is not yours.',
      stale_timestamp: 'Signs the webhook properly, but with a time of 10 minutes ago.',
      duplicate: 'Repeats a webhook that was accepted, with the same idempotency-key.',
      unknown_event: 'Sends an event that does not exist yet, properly signed.',
      extra_fields: 'Adds unknown fields at every level, properly signed.',
    },
    expected: 'Expected',
    send: 'Send',
    again: 'Send again',
    passed: 'passed',
    failed: 'failed',
    pending: 'on its way',
    needsUrl: 'It takes a session with a webhook_url.',
    needsDelivered:
      'First your receiver has to answer 2xx to a genuine webhook of this session: as long as it refuses everything, that it refuses a probe says nothing.',
    see: 'See the delivery',
    refused: 'The simulator did not send the probe:',
  },
  resendRefused: 'The simulator sent nothing:',
};

export const deliveryTexts = bilingual(spanish, english);
