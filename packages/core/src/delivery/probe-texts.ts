import type { ProbeKind } from '@svc-simulator/contract';
import type { Bilingual } from '../bilingual.ts';
import { attemptError } from './attempt-errors.ts';
import type { AttemptResult } from './attempt-result.ts';
import { expectedOf, isProbePassed } from './probes.ts';

/** What the answer to a probe means, and what to do about it; `mend` is null when there is nothing to mend. */
export interface ProbeTexts {
  readonly why: Bilingual;
  readonly mend: Bilingual | null;
}

const passedBecause: Readonly<Record<ProbeKind, Bilingual>> = {
  bad_signature: {
    es: 'se dio cuenta de que la firma no es del webhook_secret de la cuenta.',
    en: 'it noticed that the signature is not of the account’s webhook_secret.',
  },
  stale_timestamp: {
    es: 'se dio cuenta de que el webhook fue firmado hace 10 minutos.',
    en: 'it noticed that the webhook was signed 10 minutes ago.',
  },
  duplicate: {
    es: 'acepta que el mismo webhook llegue dos veces. Que no lo procese dos veces solo se ve en tu aplicación.',
    en: 'it accepts that the same webhook comes twice. That it is not processed twice can be seen in your application only.',
  },
  unknown_event: {
    es: 'deja pasar un evento que no conoce.',
    en: 'it lets an event pass that it does not know.',
  },
  extra_fields: { es: 'deja pasar campos que no conoce.', en: 'it lets fields pass that it does not know.' },
};

const failedBecause: Readonly<Record<ProbeKind, Bilingual>> = {
  bad_signature: {
    es: 'aceptó un webhook firmado con un secreto ajeno: cualquiera podría enviarle webhooks de pago falsos.',
    en: 'it took a webhook that was signed with a foreign secret: anybody could send it forged payment webhooks.',
  },
  stale_timestamp: {
    es: 'aceptó un webhook firmado hace 10 minutos: quien capture uno podría repetirlo cuando quiera.',
    en: 'it took a webhook that was signed 10 minutes ago: whoever captures one could replay it at any time.',
  },
  duplicate: {
    es: 'rechazó un webhook que ya había aceptado: quien envía lo seguirá repitiendo.',
    en: 'it refused a webhook that it had accepted before: the sender will go on repeating it.',
  },
  unknown_event: {
    es: 'rechazó un evento que no conoce: fallará el día en que aparezca uno nuevo.',
    en: 'it refused an event that it does not know: it will fail on the day that a new one appears.',
  },
  extra_fields: {
    es: 'rechazó campos que no conoce: fallará el día en que aparezca uno nuevo.',
    en: 'it refused fields that it does not know: it will fail on the day that a new one appears.',
  },
};

const mendOf: Readonly<Record<ProbeKind, Bilingual>> = {
  bad_signature: {
    es: 'Calcula el HMAC-SHA256 de svc-timestamp, un punto y los bytes crudos del cuerpo (solo del cuerpo, si tu cuenta firma así) con tu webhook_secret, compáralo con svc-signature en tiempo constante y responde 401 si difiere.',
    en: 'Compute the HMAC-SHA256 of svc-timestamp, a dot and the raw bytes of the body (of the body alone, if your account signs so) with your webhook_secret, compare it with svc-signature in constant time, and answer 401 when it differs.',
  },
  stale_timestamp: {
    es: 'Después de verificar la firma, compara svc-timestamp con tu reloj y responde 401 si la diferencia pasa de 5 minutos.',
    en: 'After the check of the signature, compare svc-timestamp with your clock, and answer 401 when they are more than 5 minutes apart.',
  },
  duplicate: {
    es: 'Guarda cada idempotency-key que proceses; si llega otra vez, responde 200 sin hacer nada.',
    en: 'Store each idempotency-key that you process; when it comes again, answer 200 and do nothing.',
  },
  unknown_event: {
    es: 'Deja un caso por defecto en lo que decide por event: responde 200 y no hagas nada.',
    en: 'Give whatever decides by event a default: answer 200, and do nothing.',
  },
  extra_fields: {
    es: 'Haz que tu validación ignore los campos que no declara, a cualquier profundidad.',
    en: 'Let your validation ignore the fields that it does not declare, at any depth.',
  },
};

/** While the answer has not come yet. */
export const pendingProbe: ProbeTexts = {
  why: {
    es: 'El receptor no ha respondido todavía; el veredicto aparecerá en la traza como webhook.probed.',
    en: 'The receiver has not answered yet; the verdict will be in the trace as webhook.probed.',
  },
  mend: null,
};

/** Explains how a probe ended. */
export function probeTexts(kind: ProbeKind, result: Pick<AttemptResult, 'status' | 'error'>): ProbeTexts {
  const { status, error } = result;
  if (status === null) return unanswered(error);
  if (isProbePassed(kind, result)) return { why: answered(status, passedBecause[kind]), mend: null };
  if (status >= 300 && status <= 399) return redirected(status);
  if (status >= 500) return broken(status, kind);
  // Whoever expects a refusal and sees one here was only put off.
  if (expectedOf(kind) === '4xx' && status >= 400) return putOff(status);
  return { why: answered(status, failedBecause[kind]), mend: mendOf[kind] };
}

function answered(status: number, because: Bilingual): Bilingual {
  return {
    es: `El receptor respondió ${status}: ${because.es}`,
    en: `The receiver answered ${status}: ${because.en}`,
  };
}

function unanswered(error: string | null): ProbeTexts {
  return {
    why: { es: `No llegó respuesta: ${attemptError(error, 'es')}.`, en: `No answer came: ${error}.` },
    mend: {
      es: 'Enciende tu receptor (y sim relay, si está en tu máquina) y envía la prueba otra vez.',
      en: 'Start your receiver (and sim relay, if it is on your machine), and send the probe again.',
    },
  };
}

function redirected(status: number): ProbeTexts {
  return {
    why: answered(status, {
      es: 'una redirección, que nadie sigue.',
      en: 'a redirect, which nobody follows.',
    }),
    mend: {
      es: 'Pon en webhook_url la dirección final del receptor.',
      en: 'Put the final address of the receiver into webhook_url.',
    },
  };
}

function broken(status: number, kind: ProbeKind): ProbeTexts {
  return {
    why: answered(status, {
      es: 'se rompió por dentro en vez de decidir.',
      en: 'it broke inside instead of deciding.',
    }),
    mend: mendOf[kind],
  };
}

function putOff(status: number): ProbeTexts {
  return {
    why: answered(status, {
      es: 'pide que se intente más tarde, así que no muestra ninguna verificación.',
      en: 'it asks to try again later, which shows no check.',
    }),
    mend: {
      es: 'Envía la prueba otra vez cuando el receptor atienda.',
      en: 'Send the probe again when the receiver attends to requests.',
    },
  };
}
