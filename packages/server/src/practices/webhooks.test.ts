import { signatureVariantOf } from '@svc-simulator/contract';
import { type Trainee, testPractices } from '@svc-simulator/test-support/trials.ts';
import type { Received } from '../../../../test/support/receiver.ts';

/** Checks a request like a receiver; returns the status of a refusal, or null. */
type Check = (request: Received, trainee: Trainee) => number | null;

const header = ({ headers }: Received, name: string) => String(headers[name]);

const checkSignature: Check = (request, { account }) => {
  const variant = signatureVariantOf({
    secret: account.secret,
    timestamp: header(request, 'svc-timestamp'),
    body: request.rawBody,
    signature: header(request, 'svc-signature'),
  });
  return variant === 'timestamp' ? null : 401;
};
const checkAge: Check = (request, { sim }) =>
  sim.clock.now() - Date.parse(header(request, 'svc-timestamp')) > 300_000 ? 401 : null;
const checkEvent: Check = ({ event }) => (event === 'payment_session.created' ? null : 400);
const checkFields: Check = ({ rawBody }) =>
  Object.keys(JSON.parse(String(rawBody))).every((name) =>
    ['event', 'session_payment', 'data'].includes(name),
  )
    ? null
    : 422;
const newKeyCheck = (): Check => {
  const seenKeys = new Set<string>();
  return (request) => {
    const key = header(request, 'idempotency-key');
    if (seenKeys.has(key)) return 409;
    seenKeys.add(key);
    return null;
  };
};

/** Creates a session at a receiver with `checks`, which has accepted the first webhook. */
async function createProvenSession(trainee: Trainee, ...checks: readonly Check[]): Promise<string> {
  const session = await trainee.buttonAt((request, response) => {
    const refusals = checks.map((check) => check(request, trainee));
    response.writeHead(refusals.find((status) => status !== null) ?? 200).end();
  });
  await trainee.seen(session, 'webhook.delivered');
  return session;
}

/** Sends a test webhook to a receiver with `checks`. */
function sendProbe(kind: string, ...checks: readonly Check[]) {
  return async (trainee: Trainee) => trainee.probe(await createProvenSession(trainee, ...checks), kind);
}

testPractices('webhooks', {
  webhook_acknowledged: {
    does: (trainee) => createProvenSession(trainee),
    nearly: async (trainee) => {
      const session = await trainee.buttonAt((_, response) => response.writeHead(302).end());
      await trainee.seen(session, 'webhook.attempted');
    },
  },
  accreditation_received: {
    does: async (trainee) => {
      const session = await createProvenSession(trainee);
      await trainee.pay(session);
      await trainee.sim.clock.advance(5000);
      await trainee.seen(session, 'webhook.delivered', 3);
    },
    nearly: async (trainee) => {
      const session = await createProvenSession(trainee);
      await trainee.pay(session);
      await trainee.seen(session, 'webhook.delivered', 2);
      await trainee.force(session, 2, 'accreditation_to_recipient_failed');
      await trainee.seen(session, 'webhook.delivered', 3);
    },
  },
  fast_answers: {
    does: async (trainee) => {
      const session = await trainee.buttonAt(async (_, response) => {
        await trainee.sim.clock.advance(1000);
        response.end();
      });
      await trainee.seen(session, 'webhook.delivered');
    },
    nearly: async (trainee) => {
      const slowSession = await trainee.buttonAt(async (_, response) => {
        await trainee.sim.clock.advance(1001);
        response.end();
      });
      await trainee.seen(slowSession, 'webhook.delivered');
      const ownSession = await trainee.button({ webhook_url: trainee.ownReceiver('captura') });
      await trainee.seen(ownSession, 'webhook.delivered');
    },
  },
  webhook_signature_checked: {
    does: sendProbe('bad_signature', checkSignature),
    nearly: sendProbe('bad_signature', checkAge, newKeyCheck()),
  },
  stale_timestamp_refused: {
    does: sendProbe('stale_timestamp', checkSignature, checkAge),
    nearly: sendProbe('stale_timestamp', checkSignature),
  },
  duplicate_accepted: {
    does: sendProbe('duplicate', checkSignature, checkAge),
    nearly: sendProbe('duplicate', checkSignature, checkAge, newKeyCheck()),
  },
  unknown_event_tolerated: {
    does: sendProbe('unknown_event', checkSignature, checkAge),
    nearly: sendProbe('unknown_event', checkSignature, checkAge, checkEvent),
  },
  extra_fields_tolerated: {
    does: sendProbe('extra_fields', checkSignature, checkAge),
    nearly: async (trainee) => {
      await sendProbe('extra_fields', checkSignature, checkAge, checkFields)(trainee);
      // The simulator's own receivers accept everything, so they prove nothing.
      const ownSession = await trainee.button({ webhook_url: trainee.ownReceiver('captura') });
      await trainee.seen(ownSession, 'webhook.delivered');
      await trainee.probe(ownSession, 'extra_fields');
    },
  },
});
