import { accountBook } from './accounts.js';
import { check, maybe, oneOf, page, traceQuery } from './check.js';
import { chosenDeviations } from './deviations.js';
import { envelope, Refusal, serve } from './http.js';
import { paymentPage } from './page.js';
import { posBook } from './pos.js';
import { sessionBook } from './sessions.js';
import { webhookSender } from './webhooks.js';

const sessionsQuery = {
  ...page,
  status: maybe(oneOf('pending', 'paid', 'failed', 'expired')),
  origin: maybe(oneOf('button', 'request')),
};
const RECEIVERS = { paid: 200, accredited: 200, fail: 500, captura: 200 };

/**
 * Starts the server on a free loopback port (or `port`). `delay`: milliseconds between a payment and its accreditation.
 * Answers {url, close}. Everything is kept in memory.
 * @param {{ deviations?: readonly string[], port?: number, delay?: number, now?: () => number }} [options]
 */
export async function startStranger({ deviations = [], port = 0, delay = 5000, now = Date.now } = {}) {
  const chosen = chosenDeviations(deviations);
  const deviates = (name) => chosen.has(name);
  const timers = new Map();
  /** Calls `act` with true after `ms`, with false when the server closes before; answers a function that calls it off. */
  const after = (ms, act) => {
    const ring = setTimeout(() => {
      timers.delete(ring);
      act(true);
    }, ms);
    timers.set(ring, act);
    return () => {
      clearTimeout(ring);
      timers.delete(ring);
    };
  };
  const wait = (ms) => new Promise((resolve) => void after(ms, resolve));
  const note = (account, type, sessionId, data) => {
    account.lastEvent += 1;
    account.trace.push({
      id: account.lastEvent,
      at: new Date(now()).toISOString(),
      type,
      ...(sessionId && { session_id: sessionId }),
      data,
    });
  };

  const accounts = accountBook({ deviates, now });
  let url = '';
  const emit = webhookSender({ deviates, note, wait, publicUrl: () => url });
  const sessions = sessionBook({ accounts, deviates, emit, note, now, after, publicUrl: () => url, delay });
  const server = serve([
    ...accounts.routes,
    ...sessions.routes,
    ...paymentPage({ sessions }),
    ...posBook({ accounts, deviates, note, now }),
    ...surfaces({ accounts, sessions, note, began: now(), now, publicUrl: () => url }),
  ]);
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    close: () => {
      for (const [ring, act] of timers) {
        clearTimeout(ring);
        act(false);
      }
      timers.clear();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What only a simulator has: its console, its receivers, its health. */
function surfaces({ accounts, sessions, note, began, now, publicUrl }) {
  const reset = ({ headers }) => {
    const account = accounts.caller(headers, 'API');
    sessions.forget(account);
    for (const kept of ['agreements', 'partners', 'sessions', 'terminals', 'transactions', 'replays'])
      account[kept].clear();
    account.trace = [];
    note(account, 'control.reset', undefined, {});
    return envelope(200, 'Account reset', {});
  };
  const receive = ({ params, raw, headers }) => {
    const { accountId, name } = params;
    const account = accounts.all().find((one) => one.id === accountId);
    if (!account || !Object.hasOwn(RECEIVERS, name)) throw new Refusal(404, 'there is no such receiver');
    const text = raw?.toString('utf8') ?? '';
    let body = null;
    try {
      body = JSON.parse(text);
    } catch {
      // What is not JSON is kept as the raw text alone.
    }
    note(account, 'webhook.received', body?.data?.session_id, {
      receiver: name,
      raw_body: text,
      body,
      headers,
    });
    if (RECEIVERS[name] >= 400) throw new Refusal(500, 'this receiver fails on purpose');
    return envelope(200, 'Received', {});
  };
  function trace({ headers, query }) {
    const account = accounts.caller(headers, 'console');
    const { after, limit, ...wanted } = check(traceQuery, Object.fromEntries(query));
    const types = wanted.type?.split(',');
    const fitting = account.trace.filter(
      (event) =>
        event.id > after &&
        (!types || types.includes(event.type)) &&
        (!wanted.session_id || event.session_id === wanted.session_id),
    );
    if (wanted.order === 'desc') fitting.reverse();
    return envelope(200, 'Trace', fitting.slice(0, limit), { beside: { next_cursor: null } });
  }
  return [
    ...['control', '__test__'].map((root) => ({ method: 'POST', path: `/${root}/reset`, handle: reset })),
    { method: 'POST', path: '/console/hooks/{accountId}/{name}', handle: receive },
    { method: 'GET', path: '/console/trace', handle: trace },
    {
      method: 'GET',
      path: '/console/sessions',
      handle: ({ headers, query }) => {
        const all = [...accounts.caller(headers, 'console').sessions.values()]
          .map(sessions.expireIfDue)
          .reverse();
        const { limit, status, origin } = check(sessionsQuery, Object.fromEntries(query));
        const fitting = all.filter(
          (one) =>
            (status ?? one.status) === one.status && (origin ?? one.session_origin) === one.session_origin,
        );
        return envelope(200, 'Sessions', fitting.slice(0, limit).map(sessions.shown), {
          beside: { next_cursor: null },
        });
      },
    },
    {
      method: 'GET',
      path: '/console/keys',
      handle: ({ headers }) => {
        const account = accounts.caller(headers, 'console');
        const receivers = Object.fromEntries(
          Object.keys(RECEIVERS).map((name) => [name, `${publicUrl()}/console/hooks/${account.id}/${name}`]),
        );
        return envelope(200, 'Keys', {
          keys: [
            {
              id: account.keyId,
              token_hint: account.token.slice(-4),
              created_at: new Date(account.created).toISOString(),
            },
          ],
          receivers,
        });
      },
    },
    {
      method: 'GET',
      path: '/health',
      handle: () =>
        envelope(200, 'Healthy', { status: 'ok', version: 'stranger', uptime_s: (now() - began) / 1000 }),
    },
  ];
}
