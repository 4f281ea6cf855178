import { alone, button, call, casesOf, later, like, outcome, received, relay, webhook } from '../../builders.ts';

/** Nobody listens on this port: only a relay brings webhooks for it anywhere. */
const away = (answer = '') => ({ webhook_url: `http://localhost:1/{case}${answer && `?answer=${answer}`}` });
const frozen = call('setClock', {}, { body: { frozen: true } });
const traced = (type: string, data: unknown, keep = {}) => call('getTrace', { data, keep }, { query: { type } });

export const relayed = casesOf('createButtonSession', [
  ['driven', 'relay-brings', 'relay.exists', alone, relay(), button(away()), webhook('created')],
  ['contract', 'relay-byte-for-byte', 'relay.frames', alone, relay(), button({ ...away(), description: 'ñandú ☕ \u2028' }), webhook('created')],
  ['behaviour', 'relay-answers', 'relay.answer', alone, relay(), button(away('500,200')), webhook('created'), later(2000), webhook('created', { attempt: 2 }), later(1), traced('webhook.attempted', [{ data: { via: 'relay', status: 500 } }, { data: { status: 200 } }])],
  ['contract', 'relay-duration', 'relay.duration', alone, relay(), button(away()), webhook('created'), later(1), traced('webhook.attempted', [{ data: { duration_ms: like({ type: 'integer' }), simulator_duration_ms: like({ type: 'integer' }) } }])],
  ['behaviour', 'relay-displaced', 'relay.displaced', alone, relay(), relay(), later(1), traced('relay.disconnected', [{ data: { reason: 'displaced' } }])],
  ['behaviour', 'relay-sequence', 'relay.sequence', alone, frozen, button(away()), outcome(1, 'paid'), traced('webhook.emitted', like({}), { first: '/data/0/id' }), relay('{first}'), webhook('paid'), received('paid')],
  ['behaviour', 'relay-replay', 'relay.replay', alone, frozen, button(away()), outcome(1, 'paid'), later(1), relay('0'), webhook('paid'), later(60_000), received('created', 'paid')],
  ['behaviour', 'relay-brings-once', 'relay.missed', alone, relay(), button(away(), { keep: { first: '/data/id' } }), webhook('created'), later(1), relay('0'), button(away()), webhook('created'), { ...received('created'), session: '{first}' }],
]);
