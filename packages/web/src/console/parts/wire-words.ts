import type { FUTURE_EVENT, ProbeKind, WebhookEvent } from '@svc-simulator/contract';
import type {
  AccreditationState,
  AttemptVia,
  PaymentMethod,
  SessionRecord,
  SessionStatus,
} from '@svc-simulator/core';
import { bilingual } from '../../kit/bilingual.ts';
import type { Tone } from './tag.tsx';

/** The API's words for people. Pages show the API's own word beside them wherever a developer has to compare it. */
export interface WireWords {
  readonly status: Readonly<Record<SessionStatus, string>>;
  readonly accreditation: Readonly<Record<AccreditationState, string>>;
  readonly origin: Readonly<Record<SessionRecord['origin'], string>>;
  readonly method: Readonly<Record<PaymentMethod, string>>;
  readonly via: Readonly<Record<AttemptVia, string>>;
  readonly probe: Readonly<Record<ProbeKind, string>>;
  readonly webhook: Readonly<Record<WebhookEvent | typeof FUTURE_EVENT, string>>;
}

const spanish: WireWords = {
  status: { pending: 'pendiente', paid: 'pagada', failed: 'fallida', expired: 'vencida' },
  accreditation: {
    none: 'sin acreditar',
    scheduled: 'programada',
    accredited: 'acreditada',
    failed: 'fallida',
  },
  origin: { button: 'botón', request: 'solicitud' },
  method: {
    immediate_debit: 'débito inmediato',
    mobile_payment: 'pago móvil',
    crypto: 'criptomonedas',
  },
  via: {
    loopback: 'receptor de la consola',
    relay: 'sim relay',
    direct: 'internet',
    local: 'esta máquina',
  },
  probe: {
    bad_signature: 'firma falsa',
    stale_timestamp: 'firma vieja',
    duplicate: 'repetido',
    unknown_event: 'evento desconocido',
    extra_fields: 'campos desconocidos',
  },
  webhook: {
    'payment_session.created': 'sesión creada',
    'payment_session.paid': 'sesión pagada',
    'payment_session.accredited': 'dinero acreditado',
    'payment_session.accreditation_to_recipient_failed': 'acreditación fallida',
    'payment_session.failed': 'pago fallido',
    'payment_session.expired': 'sesión vencida',
    'payment_session.partially_accredited': 'acreditación parcial',
    'payment_session.failed_credit': 'crédito fallido',
    'payment_session.simulated_future_event': 'evento desconocido',
  },
};

const english: WireWords = {
  status: { pending: 'pending', paid: 'paid', failed: 'failed', expired: 'expired' },
  accreditation: {
    none: 'not accredited',
    scheduled: 'scheduled',
    accredited: 'accredited',
    failed: 'failed',
  },
  origin: { button: 'button', request: 'request' },
  method: {
    immediate_debit: 'immediate debit',
    mobile_payment: 'mobile payment',
    crypto: 'crypto',
  },
  via: {
    loopback: 'console receiver',
    relay: 'sim relay',
    direct: 'internet',
    local: 'this machine',
  },
  probe: {
    bad_signature: 'forged signature',
    stale_timestamp: 'old signature',
    duplicate: 'repeated',
    unknown_event: 'unknown event',
    extra_fields: 'unknown fields',
  },
  webhook: {
    'payment_session.created': 'session created',
    'payment_session.paid': 'session paid',
    'payment_session.accredited': 'money accredited',
    'payment_session.accreditation_to_recipient_failed': 'accreditation failed',
    'payment_session.failed': 'payment failed',
    'payment_session.expired': 'session expired',
    'payment_session.partially_accredited': 'partial accreditation',
    'payment_session.failed_credit': 'credit failed',
    'payment_session.simulated_future_event': 'unknown event',
  },
};

export const wireWords = bilingual(spanish, english);

/** The colour of each status; the word stands beside it. */
export const statusTones: Readonly<Record<SessionStatus, Tone>> = {
  pending: 'wait',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
};
