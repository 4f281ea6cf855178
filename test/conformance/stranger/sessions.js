import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { check, flag, invalid, list, maybe, object, oneOf, parseTime, text } from './check.js';
import { envelope, Refusal } from './http.js';
import { bothLegs } from './legs.js';
import { inVes, rate, shared, units } from './money.js';
import { agreementShape, buttonShape, partnerShape, recipients, requestShape } from './shapes.js';
import { views } from './views.js';

/** A request's older names mean the new ones, which win when both stand. */
function renamed(origin, body) {
  if (origin === 'button' || body === null || typeof body !== 'object') return body ?? {};
  const { due_date_link: due, expire_behavior_link: behavior, ...rest } = body;
  return {
    ...rest,
    due_date_session: rest.due_date_session ?? due,
    due_date_reached_behavior: rest.due_date_reached_behavior ?? behavior,
  };
}

const worth = (made) => ({
  ...made,
  amount_ves: units(inVes(BigInt(Math.round(made.amount_reference * 100)), made.currency_reference)),
  bcv_exchange_rate: rate(made.currency_reference),
  exchange_rate_from: made.currency_reference,
  exchange_rate_to: 'VES',
});

/** Agreements, partners and payment sessions, and the two legs of a payment. */
export function sessionBook({ accounts, deviates, emit, note, now, after, publicUrl, delay }) {
  const sessions = new Map();
  const at = () => new Date(now()).toISOString();
  const { basics, notice, shown } = views({ publicUrl, delay });
  const legs = bothLegs({ deviates, emit, note, now, after, delay, notice });
  const { expire, expireIfDue, force } = legs;
  const missing = (what) => new Refusal(404, `there is no such ${what}`);

  function find(account, id) {
    const session = sessions.get(id);
    if (session && session.account !== account && deviates('foreign-403'))
      throw new Refusal(403, 'the session belongs to another account');
    if (!session || session.account !== account) throw missing('session');
    return expireIfDue(session);
  }

  function sharesOf(account, agreement, fields, fault) {
    const sum = inVes(fields.amount_reference, fields.currency_reference);
    const rules = (fields.split?.rules ?? agreement?.fields.recipients ?? []).filter(Boolean);
    const absolute = fields.split?.type === 'absolute';
    if (fields.split && agreement && !agreement.fields.split) fault('/split', 'the agreement is not split');
    rules.forEach((one, index) => {
      if (one.recipient_id !== 'owner' && !account.partners.has(one.recipient_id))
        fault(`/split/rules/${index}/recipient_id`, 'is no partner of this account');
      if (rules.findIndex((other) => other.recipient_id === one.recipient_id) < index)
        fault(`/split/rules/${index}/recipient_id`, 'stands twice');
      if ((absolute ? one.amount_reference : one.percent) === undefined)
        fault(`/split/rules/${index}/${absolute ? 'amount_reference' : 'percent'}`, 'is required');
    });
    const weights = rules.map((one) => BigInt((absolute ? one.amount_reference : one.percent) ?? 0));
    const whole = absolute ? BigInt(fields.amount_reference) : 10_000n;
    const rest = whole - weights.reduce((total, weight) => total + weight, 0n);
    if (rest < 0n) fault('/split/rules', 'adds up to more than the whole');
    const all = [
      ...rules.map((one) => ({ receiver: one.recipient_id, label: one.label })),
      ...(rest > 0n ? [{ receiver: 'owner' }] : []),
    ];
    const parts = rest < 0n ? [] : shared(sum, rest > 0n ? [...weights, rest] : weights);
    return all.map((one, index) => ({ ...one, cents: parts[index] }));
  }

  function prepare(account, origin, body, prefix = '') {
    const errors = [];
    let fields;
    try {
      fields = check(
        origin === 'button' ? buttonShape : requestShape,
        renamed(origin, body),
        (kept, fault) => {
          if (
            kept.webhook_url &&
            !URL.canParse(kept.webhook_url) &&
            /^[\w.-]+(:\d+)?\//.test(kept.webhook_url)
          )
            fault('/webhook_url', 'needs a scheme: http://');
          if (kept.due_date_session && parseTime(kept.due_date_session) <= now())
            fault('/due_date_session', 'must lie in the future');
          if (kept.amount_reference && kept.currency_reference)
            kept.shares = sharesOf(account, account.agreements.get(kept.agreement_id), kept, fault);
        },
      );
    } catch (error) {
      if (!error.errors) throw error;
      errors.push(...error.errors.map((fault) => ({ ...fault, pointer: prefix + fault.pointer })));
    }
    return { errors, fields };
  }
  function create(account, origin, { shares, ...fields }) {
    const agreement = account.agreements.get(fields.agreement_id);
    if (!agreement) throw missing('agreement');
    const { amount_reference: cents, ...rest } = fields;
    if (rest.split)
      rest.split = {
        ...rest.split,
        shown: {
          type: rest.split.type,
          rules: rest.split.rules.map((one) => ({
            ...one,
            ...(one.percent && { percent: units(one.percent) }),
            ...(one.amount_reference && { amount_reference: units(one.amount_reference) }),
          })),
        },
      };
    const late = deviates('expires-a-minute-late') ? 60_000 : 0;
    const ends =
      origin === 'button'
        ? now() + rest.duration_minutes * 60_000 + late
        : rest.due_date_reached_behavior === 'deactivate' && rest.due_date_session
          ? parseTime(rest.due_date_session) + late
          : undefined;
    const session = {
      id: randomUUID(),
      account,
      agreement,
      session_origin: origin,
      status: 'pending',
      leg2: 'none',
      cents,
      fields: rest,
      shares,
      deadline: ends,
      created_at: at(),
    };
    sessions.set(session.id, session);
    account.sessions.set(session.id, session);
    note(account, 'session.created', session.id, {});
    emit(account, session, 'payment_session.created', notice(session));
    return session;
  }

  /** A creation that can be repeated safely with an Idempotency-Key. */
  const creation = (path, title, make, status = 201) => ({
    method: 'POST',
    path: `/api/v1/ext/${path}`,
    handle: (call) => {
      const account = accounts.caller(call.headers, 'API');
      const body = status === 201 ? call.json() : {};
      const act = make(account, body, call.params);
      const key = deviates('idempotency-ignored') ? undefined : call.headers['idempotency-key'];
      if (key?.length > 255) throw new Refusal(400, 'an Idempotency-Key may have 255 characters');
      const slot = `${call.url} ${key}`;
      const before = key && account.replays.get(slot);
      if (before && now() - before.at < 86_400_000) {
        if (!isDeepStrictEqual(before.body, body))
          throw new Refusal(409, 'this Idempotency-Key was used with another body');
        return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
      }
      const answer = JSON.parse(JSON.stringify(envelope(status, title, act(), { extended: true })));
      if (key) account.replays.set(slot, { body, answer, at: now() });
      return answer;
    },
  });
  const agreement = (account, fields, extra = {}) => {
    const id = `agr_${randomBytes(8).toString('hex')}`;
    const kept = {
      fields: { ...fields, ...extra },
      shown: { ...fields, agreement_id: id, status: 'active', created_at: at() },
    };
    account.agreements.set(id, kept);
    note(account, 'agreement.created', undefined, { agreement_id: id });
    return kept.shown;
  };
  const oneMethod = (kept, fault) =>
    kept.payment_methods &&
    !Object.values(kept.payment_methods).includes(true) &&
    fault('/payment_methods', 'one of them must be true');

  const status = ({ headers, params }) => {
    const session = find(accounts.caller(headers, 'API'), params.id);
    note(session.account, 'session.status_queried', session.id, {});
    return envelope(200, 'Session status', shown(session), { extended: true });
  };
  const forced = ({ headers, params, json }) => {
    const account = accounts.caller(headers, 'API');
    const body = check(
      {
        leg: oneOf(1, 2),
        outcome: text(),
        reason: maybe(oneOf('insufficient_funds', 'invalid_otp', 'bank_limit', 'bank_rejected')),
      },
      json(),
      ({ leg, outcome }, fault) => {
        const known = {
          1: ['paid', 'failed', 'expired'],
          2: ['accredited', 'accreditation_to_recipient_failed'],
        }[leg];
        if (known && outcome && !known.includes(outcome))
          fault('/outcome', `must be one of ${known.join(', ')}`);
      },
    );
    const session = find(account, params.id);
    force(session, body);
    return envelope(200, 'Outcome forced', shown(session));
  };
  const routes = [
    creation('agreements', 'Agreement created', (account, body) => {
      const fields = check(agreementShape, body, oneMethod);
      return () => agreement(account, fields);
    }),
    creation('agreements/split-receipt', 'Agreement created', (account, body) => {
      const fields = check({ ...agreementShape, recipients }, body, (kept, fault) => {
        oneMethod(kept, fault);
        kept.recipients?.forEach((one, index) => {
          if (!one) return;
          if (one.recipient_id !== 'owner' && !account.partners.has(one.recipient_id))
            fault(`/recipients/${index}/recipient_id`, 'is no partner of this account');
          if (kept.recipients.findIndex((other) => other?.recipient_id === one.recipient_id) < index)
            fault(`/recipients/${index}/recipient_id`, 'stands twice');
        });
        const sum = (kept.recipients ?? []).reduce((total, one) => total + (one?.percent ?? 0), 0);
        if (sum > 10_000 || (sum < 10_000 && kept.recipients?.some((one) => one?.recipient_id === 'owner')))
          fault('/recipients', 'the shares do not add up');
      });
      const shownParts = fields.recipients.map((one) => ({ ...one, percent: units(one.percent) }));
      return () =>
        agreement(
          account,
          { ...fields, split: true, recipients: shownParts },
          { recipients: fields.recipients },
        );
    }),
    creation('partners', 'Partner created', (account, body) => {
      const fields = check(partnerShape, body);
      return () => {
        const partner = { ...fields, partner_id: randomUUID(), status: 'active', created_at: at() };
        account.partners.set(partner.partner_id, partner);
        note(account, 'partner.created', undefined, { partner_id: partner.partner_id });
        return partner;
      };
    }),
    ...[
      ['button', 'buttons'],
      ['request', 'request'],
    ].map(([origin, path]) =>
      creation(`payment-sessions/${path}`, 'Session created', (account, body) => {
        const { errors, fields } = prepare(account, origin, body);
        if (errors.length > 0) throw invalid(errors);
        return () => basics(create(account, origin, fields));
      }),
    ),
    creation('payment-sessions/request/batch', 'Batch created', (account, body) => {
      const { items } = check({ items: list(object({}), 1, 200), continue_on_error: maybe(flag) }, body);
      const prepared = items.map((_, index) =>
        prepare(account, 'request', body.items[index], `/items/${index}`),
      );
      const errors = prepared.flatMap((one) => one.errors);
      if (errors.length > 0) throw invalid(errors);
      if (prepared.some((one) => !account.agreements.has(one.fields.agreement_id)))
        throw missing('agreement');
      return () => {
        const made = prepared.map((one) => worth(basics(create(account, 'request', one.fields))));
        return { processed_count: made.length, successful_count: made.length, failed_count: 0, items: made };
      };
    }),
    creation(
      'payment-sessions/{id}/expire',
      'Session expired',
      (account, _body, { id }) => {
        const session = find(account, id);
        return () => {
          if (session.status === 'paid')
            throw new Refusal(deviates('expire-paid-409') ? 409 : 422, 'a paid session cannot expire');
          if (session.status === 'pending') expire(session);
          return shown(session);
        };
      },
      200,
    ),
    ...['status/{id}', '{id}/status', '{id}'].map((path) => ({
      method: 'GET',
      path: `/api/v1/ext/payment-sessions/${path}`,
      handle: status,
    })),
    ...['control', '__test__'].map((root) => ({
      method: 'POST',
      path: `/${root}/sessions/{id}/outcome`,
      handle: forced,
    })),
  ];
  return {
    routes,
    pay: legs.pay,
    fail: legs.fail,
    schedule: legs.schedule,
    find: (id) => sessions.get(id) && expireIfDue(sessions.get(id)),
    shown,
    expireIfDue,
    forget: (account) => {
      for (const [id, session] of account.sessions) {
        session.cancel?.();
        sessions.delete(id);
      }
    },
  };
}
