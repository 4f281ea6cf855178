import { units } from './money.js';
import { qrImage } from './qr.js';
import { METHODS } from './shapes.js';

const MESSAGES = {
  es: {
    pending: 'El pago está pendiente.',
    paid: 'El pago fue aprobado.',
    failed: 'El pago fue rechazado.',
    expired: 'La sesión expiró.',
  },
  en: {
    pending: 'The payment is pending.',
    paid: 'The payment was approved.',
    failed: 'The payment was refused.',
    expired: 'The session has expired.',
  },
};

const byReceiver = (credits) => Object.fromEntries(credits.map((credit) => [credit.receiver_id, credit]));

/** A session as answers and webhooks show it. */
export function views({ publicUrl, delay }) {
  const payment = (session) => ({
    id: session.id,
    origin: session.session_origin,
    amount_reference: units(session.cents),
    currency_reference: session.fields.currency_reference,
    status: session.status,
    ...(session.method && { payment_method: session.method }),
  });
  const notice = (session) => ({
    session_payment: {
      ...payment(session),
      ...(session.transaction && { svc_transaction: { id: session.transaction } }),
      ...(session.reason && { reason: session.reason }),
    },
    ...(session.details && {
      payment_details: {
        ...session.details,
        action_date: session.details.action_date.replace(/\.\d+/, ''),
      },
    }),
    ...(session.credits && {
      receiver_credits: byReceiver(session.credits),
      receiver_credits_summary: session.summary,
    }),
  });
  function shown(session) {
    const tried = session.transaction && {
      svc_transaction_id: session.transaction,
      svc_transaction_url: `${publicUrl()}/pay/${session.id}`,
      payment_details: session.details,
      crypto_details: session.crypto ?? null,
    };
    return {
      ...basics(session),
      session_payment: {
        ...payment(session),
        user_message: MESSAGES[session.lang ?? 'es'][session.reason ? 'failed' : session.status],
        ...tried,
        ...(session.reason && { reason: session.reason }),
        ...(session.status === 'paid' && {
          receiver_credits: session.credits ? byReceiver(session.credits) : null,
          receiver_credits_summary: session.summary ?? null,
        }),
        ...(session.status === 'expired' && { expired_at: session.expired_at, reason: 'expired' }),
      },
    };
  }
  function basics(session) {
    const link = `${publicUrl()}/pay/${session.id}`;
    const { split: parts, ...plain } = session.fields;
    return {
      id: session.id,
      session_id: session.id,
      session_origin: session.session_origin,
      status: session.status,
      payment_url: link,
      payment_qr: qrImage(link),
      config: {
        ...(session.session_origin === 'button' && { duration_minutes: plain.duration_minutes }),
        expires_at: session.deadline ? new Date(session.deadline).toISOString() : null,
        payment_methods: METHODS.filter((method) => session.agreement.fields.payment_methods[method]),
        accreditation_delay_ms: delay,
      },
      ...plain,
      amount_reference: units(session.cents),
      ...(parts && { split: parts.shown }),
      created_at: session.created_at,
    };
  }

  return { basics, notice, shown };
}
