import type { DiagnosisTexts } from './advice.ts';

/** What the account's own chaos did, which is no fault of the receiver; and what a receiver should not have let through. */
export const chaosTexts = {
  chaos_drop: {
    reason: {
      es: 'El caos de esta cuenta no dejó salir este intento: el receptor no supo nada de él.',
      en: 'The chaos of this account did not let this attempt out: the receiver never heard of it.',
    },
    advice: {
      es: 'Nada que corregir en el receptor: el reintento llega. sim chaos off lo apaga.',
      en: 'There is nothing to mend in the receiver: the retry comes. sim chaos off ends it.',
    },
  },
  chaos_bad_signature: {
    reason: {
      es: 'El caos de esta cuenta envió este intento con una firma falsa, a propósito.',
      en: 'The chaos of this account sent this attempt with a wrong signature, on purpose.',
    },
    advice: {
      es: 'Rechazarlo con 401 es lo correcto; un intento sin esta falla lleva la firma buena.',
      en: 'To refuse it with 401 is right; an attempt without this fault has the good signature.',
    },
  },
  chaos_stale_timestamp: {
    reason: {
      es: 'El caos de esta cuenta firmó este intento con una hora de hace 10 minutos, a propósito.',
      en: 'The chaos of this account signed this attempt with a time of 10 minutes ago, on purpose.',
    },
    advice: {
      es: 'Rechazarlo con 401 es lo correcto; un intento sin esta falla lleva la hora buena.',
      en: 'To refuse it with 401 is right; an attempt without this fault has the good time.',
    },
  },
  chaos_bad_signature_taken: {
    reason: {
      es: 'El receptor aceptó un intento al que el caos había puesto una firma falsa: no verifica la firma.',
      en: 'The receiver took an attempt that chaos had given a wrong signature: it does not verify the signature.',
    },
    advice: {
      es: 'Calcula la firma sobre svc-timestamp, un punto y el cuerpo crudo, y responde 401 si no coincide.',
      en: 'Compute the signature over svc-timestamp, a dot and the raw body, and answer 401 when it differs.',
    },
  },
  chaos_stale_timestamp_taken: {
    reason: {
      es: 'El receptor aceptó un intento que el caos había firmado con una hora de hace 10 minutos: no revisa la hora.',
      en: 'The receiver took an attempt that chaos had signed with a time of 10 minutes ago: it does not check the time.',
    },
    advice: {
      es: 'Responde 401 cuando svc-timestamp se aleja más de 5 minutos de tu reloj.',
      en: 'Answer 401 when svc-timestamp is more than 5 minutes off your clock.',
    },
  },
  chaos_duplicate: {
    reason: {
      es: 'El caos de esta cuenta envió este webhook dos veces: son dos entregas con la misma idempotency-key.',
      en: 'The chaos of this account sent this webhook twice: there are two deliveries under the same idempotency-key.',
    },
    advice: {
      es: 'Responde 200 a una idempotency-key que ya conoces, sin hacer nada otra vez.',
      en: 'Answer 200 to an idempotency-key that you know, and do nothing again.',
    },
  },
  chaos_reorder: {
    reason: {
      es: 'El caos de esta cuenta retuvo este webhook para que otro de la misma sesión llegara antes.',
      en: 'The chaos of this account held this webhook back so that another one of its session came first.',
    },
    advice: {
      es: 'Acepta los eventos de una sesión en cualquier orden; el estado actual se consulta.',
      en: 'Take the events of a session in any order; ask for the status to know how it stands.',
    },
  },
  chaos_delay: {
    reason: {
      es: 'El caos de esta cuenta retuvo este webhook antes de su primer intento.',
      en: 'The chaos of this account held this webhook back before its first attempt.',
    },
    advice: {
      es: 'Un webhook puede llegar tarde: svc-timestamp dice cuándo se firmó, no cuándo llega.',
      en: 'A webhook can come late: svc-timestamp says when it was signed, not when it comes.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;
