import { randomBytes } from 'node:crypto';
import { Refusal } from './http.js';
import { fee, inVes, rate, units } from './money.js';
import { METHODS } from './shapes.js';

/** What happens to a session: leg 1 is the debit, leg 2 the accreditation. */
export function bothLegs({ deviates, emit, note, now, after, delay, notice }) {
  const at = () => new Date(now()).toISOString();
  let creditCount = 7000;
  function expireIfDue(session) {
    if (session.status === 'pending' && session.deadline !== undefined && now() >= session.deadline)
      expire(session);
    return session;
  }
  function expire(session) {
    Object.assign(session, { status: 'expired', expired_at: at() });
    note(session.account, 'session.expired', session.id, {});
  }
  const creditsShown = (session, failed) =>
    session.shares.map(({ receiver, label, cents }) => {
      const kept = failed ? 0n : fee(cents);
      return {
        receiver_id: receiver,
        ...(label && { memo: label }),
        svc_credit_id: String(++creditCount),
        status: failed ? 'failed' : 'credited',
        amount_ves: units(cents),
        bank_commissions_ves: units(kept),
        amount_ves_credited: failed ? 0 : units(cents - kept),
        receive_date: at(),
        bank_name: 'Banco de Venezuela',
        bank_reference_id: session.details.bank_reference_id,
      };
    });
  function summary(credits, failed) {
    const sum = (name) =>
      credits.reduce((total, credit) => total + BigInt(Math.round(credit[name] * 100)), 0n);
    const total = sum('amount_ves');
    const fees = deviates('fee-on-the-total') && !failed ? fee(total) : sum('bank_commissions_ves');
    return {
      total_credits: credits.length,
      total_amount_ves: units(total),
      total_bank_commissions_ves: units(fees),
      total_amount_ves_credited: units(failed ? 0n : total - fees),
    };
  }

  /** Leg 1. `details` is what the payer typed, if anybody did. */
  function pay(session, method, details = {}) {
    tried(session, method, details);
    session.status = 'paid';
    session.reason = undefined;
    note(session.account, 'session.paid', session.id, {});
    emit(session.account, session, 'payment_session.paid', notice(session));
  }
  function fail(session, method, reason, { details = {}, forced = false } = {}) {
    tried(session, method, details);
    session.reason = reason;
    if (forced || session.session_origin === 'button') session.status = 'failed';
    note(session.account, 'session.payment_failed', session.id, { reason });
  }
  function tried(session, method, details) {
    const typed = (name) => details[name] ?? null;
    session.transaction ??= 1 + (randomBytes(4).readUInt32BE() >>> 8);
    session.method = method;
    session.lang = details.lang ?? 'es';
    if (method === 'crypto') {
      session.crypto = {
        crypto_wallet_name: 'BinancePay',
        crypto_order_id: `9${session.transaction}`,
        crypto_status: 'paid',
        amount_ves_check: units(inVes(session.cents, session.fields.currency_reference)),
        crypto_currency: 'USDT',
        crypto_amount: units(session.cents),
        crypto_paid_at: at(),
        crypto_wallet_commission: 0,
        crypto_crixto_commission: 0,
      };
    }
    session.details = {
      action_date: at(),
      bank_code: details.banco ?? '0102',
      bank_name: method === 'crypto' ? 'BinancePay' : 'Banco de Venezuela',
      bank_reference_id: String(session.transaction).padStart(8, '0'),
      amount_ves: units(inVes(session.cents, session.fields.currency_reference)),
      bcv_rate_usd_ves: rate('USD'),
      bcv_rate_eur_ves: rate('EUR'),
      rate_usdt_ves: rate('USDT'),
      rate_col_ves: rate('COP'),
      nombre: typed('nombre'),
      tipo: typed('tipo'),
      cedula: typed('cedula'),
      telefono: typed('telefono'),
      banco: typed('banco'),
    };
  }
  /** Leg 2. */
  function accredit(session, outcome) {
    session.cancel?.();
    const failed = outcome !== 'accredited';
    session.leg2 = failed ? 'failed' : 'accredited';
    session.credits = creditsShown(session, failed);
    session.summary = summary(session.credits, failed);
    note(session.account, failed ? 'session.accreditation_failed' : 'session.accredited', session.id, {});
    emit(session.account, session, `payment_session.${outcome}`, notice(session));
  }
  function schedule(session, outcome) {
    session.leg2 = 'scheduled';
    session.cancel = after(delay, (due) => due && session.leg2 === 'scheduled' && accredit(session, outcome));
  }

  function force(session, { leg, outcome, reason }) {
    if (leg === 1) {
      if (session.status !== 'pending') throw new Refusal(500, `leg 1 invalid from state ${session.status}`);
      if (outcome === 'paid')
        pay(
          session,
          METHODS.find((method) => session.agreement.fields.payment_methods[method]),
        );
      else if (outcome === 'failed')
        fail(
          session,
          METHODS.find((method) => session.agreement.fields.payment_methods[method]),
          reason ?? 'bank_rejected',
          { forced: true },
        );
      else expire(session);
    } else {
      if (session.status !== 'paid') throw new Refusal(500, 'leg 2 requires status paid');
      if (session.leg2 === 'accredited' || (session.leg2 === 'failed' && outcome !== 'accredited'))
        throw new Refusal(500, `leg 2 invalid from state ${session.leg2}`);
      accredit(session, outcome);
    }
    note(session.account, 'control.outcome', session.id, { leg, outcome });
  }

  return { pay, fail, schedule, force, expire, expireIfDue };
}
