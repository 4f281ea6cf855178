import { createHmac, randomUUID } from 'node:crypto';
import { rate } from './money.js';

const WAITS = [0, 2000, 5000];
const TIMEOUT = 5000;
/** Hosts that only their owner reaches. */
const PRIVATE =
  /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+)$/;

/**
 * Sends signed notices. Body and headers are fixed when a notice is emitted. The first attempts of one session go out
 * one after the other; retries run beside them.
 */
export function webhookSender({ deviates, note, wait, publicUrl }) {
  const routeOf = (account, url) => {
    if (!URL.canParse(url)) return 'relay';
    if (url.startsWith(`${publicUrl()}/console/hooks/${account.id}/`)) return 'loopback';
    return PRIVATE.test(new URL(url).hostname) ? 'relay' : 'direct';
  };
  const waits = deviates('one-attempt-too-few') ? WAITS.slice(0, 2) : WAITS;

  async function attempt(account, session, notice, number) {
    const began = Date.now();
    let outcome;
    try {
      const response = await fetch(session.fields.webhook_url, {
        method: 'POST',
        headers: notice.headers,
        body: notice.raw,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      outcome = { status: response.status, response_body: (await response.text()).slice(0, 4096) };
    } catch (error) {
      outcome = { error: error.cause?.code ?? error.name };
    }
    note(account, 'webhook.attempted', session.id, {
      idempotency_key: notice.key,
      attempt: number,
      via:
        routeOf(account, session.fields.webhook_url) === 'relay'
          ? 'local'
          : routeOf(account, session.fields.webhook_url),
      ...outcome,
      duration_ms: Date.now() - began,
    });
    return outcome.status >= 200 && outcome.status < 300;
  }

  async function retry(account, session, notice) {
    for (let number = 2; number <= waits.length; number += 1) {
      if (!(await wait(waits[number - 1]))) return;
      if (await attempt(account, session, notice, number))
        return note(account, 'webhook.delivered', session.id, { idempotency_key: notice.key });
    }
    note(account, 'webhook.gave_up', session.id, { idempotency_key: notice.key });
  }

  async function send(account, session, notice) {
    if (await attempt(account, session, notice, 1))
      note(account, 'webhook.delivered', session.id, { idempotency_key: notice.key });
    else void retry(account, session, notice);
  }

  function queue(account, session, notice) {
    session.sending = (session.sending ?? Promise.resolve()).then(() => send(account, session, notice));
  }

  return function emit(account, session, event, content) {
    const payment = { ...content.session_payment };
    if (deviates('webhook-without-origin')) delete payment.origin;
    const flat = { ...content, session_payment: payment };
    const { payment_method: method, amount_reference, currency_reference } = payment;
    const top = {
      session_id: session.id,
      status: session.status,
      ...(method && { payment_method: method, bcv_rate_usd_ves: rate('USD') }),
      amount_reference,
      currency_reference,
    };
    const raw = JSON.stringify({ event, ...flat, data: { ...flat, ...top } });
    const timestamp = new Date().toISOString().replace(/\.\d+/, '');
    const signed = deviates('signature-over-body') ? raw : `${timestamp}.${raw}`;
    const key = randomUUID();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'svc-sim',
      'svc-timestamp': timestamp,
      'idempotency-key': key,
      'svc-signature': createHmac('sha256', account.webhookSecret).update(signed).digest('hex'),
    };
    note(account, 'webhook.emitted', session.id, {
      event,
      url: session.fields.webhook_url ?? null,
      route: session.fields.webhook_url ? routeOf(account, session.fields.webhook_url) : null,
      headers,
      raw_body: raw,
      idempotency_key: key,
    });
    if (!session.fields.webhook_url) return;
    const notice = { event, raw, headers, key };
    if (deviates('accredited-before-paid') && event === 'payment_session.paid') {
      session.held = notice;
      return;
    }
    queue(account, session, notice);
    if (session.held && event.includes('accredit')) {
      queue(account, session, session.held);
      session.held = undefined;
    }
  };
}
