import { verifyWebhook } from '@svc-simulator/contract';
import { type Trainee, tryPractices } from '@svc-simulator/test-support/trials.ts';
import type { Received } from '../../../../test/support/receiver.ts';

/** A check of a receiver, which returns the status of a refusal, or null. */
type Check = (request: Received, trainee: Trainee) => number | null;

const header = ({ headers }: Received, name: string) => String(headers[name]);

const signature: Check = (request, { account }) => {
  const authentic = verifyWebhook({
    secret: account.secret,
    timestamp: header(request, 'svc-timestamp'),
    body: request.rawBody,
    signature: header(request, 'svc-signature'),
  });
  return authentic ? null : 401;
};
const age: Check = (request, { sim }) =>
  sim.clock.now() - Date.parse(header(request, 'svc-timestamp')) > 300_000 ? 401 : null;
const knownEvent: Check = ({ event }) => (event === 'payment_session.created' ? null : 400);
const knownFields: Check = ({ rawBody }) =>
  Object.keys(JSON.parse(String(rawBody))).every((name) =>
    ['event', 'session_payment', 'data'].includes(name),
  )
    ? null
    : 422;
const freshKey = (): Check => {
  const seen = new Set<string>();
  return (request) => {
    const key = header(request, 'idempotency-key');
    if (seen.has(key)) return 409;
    seen.add(key);
    return null;
  };
};

/** A session whose receiver, with these checks, has accepted the first webhook. */
async function provenAt(trainee: Trainee, ...checks: readonly Check[]): Promise<string> {
  const session = await trainee.buttonAt((request, response) => {
    const refusals = checks.map((check) => check(request, trainee));
    response.writeHead(refusals.find((status) => status !== null) ?? 200).end();
  });
  await trainee.seen(session, 'webhook.delivered');
  return session;
}

/** Sends a test webhook to a receiver with these checks. */
function probing(kind: string, ...checks: readonly Check[]) {
  return async (trainee: Trainee) => trainee.probe(await provenAt(trainee, ...checks), kind);
}

tryPractices('webhooks', {
  webhook_acknowledged: {
    does: (trainee) => provenAt(trainee),
    nearly: async (trainee) => {
      const session = await trainee.buttonAt((_, response) => response.writeHead(302).end());
      await trainee.seen(session, 'webhook.attempted');
    },
  },
  accreditation_received: {
    does: async (trainee) => {
      const session = await provenAt(trainee);
      await trainee.pay(session);
      await trainee.sim.clock.advance(5000);
      await trainee.seen(session, 'webhook.delivered', 3);
    },
    nearly: async (trainee) => {
      const session = await provenAt(trainee);
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
      const slow = await trainee.buttonAt(async (_, response) => {
        await trainee.sim.clock.advance(1001);
        response.end();
      });
      await trainee.seen(slow, 'webhook.delivered');
      const own = await trainee.button({ webhook_url: trainee.ownReceiver('captura') });
      await trainee.seen(own, 'webhook.delivered');
    },
  },
  webhook_signature_checked: {
    does: probing('bad_signature', signature),
    nearly: probing('bad_signature', age, freshKey()),
  },
  stale_timestamp_refused: {
    does: probing('stale_timestamp', signature, age),
    nearly: probing('stale_timestamp', signature),
  },
  duplicate_accepted: {
    does: probing('duplicate', signature, age),
    nearly: probing('duplicate', signature, age, freshKey()),
  },
  unknown_event_tolerated: {
    does: probing('unknown_event', signature, age),
    nearly: probing('unknown_event', signature, age, knownEvent),
  },
  extra_fields_tolerated: {
    does: probing('extra_fields', signature, age),
    nearly: async (trainee) => {
      await probing('extra_fields', signature, age, knownFields)(trainee);
      // The simulator's receivers accept everything, which proves nothing.
      const own = await trainee.button({ webhook_url: trainee.ownReceiver('captura') });
      await trainee.seen(own, 'webhook.delivered');
      await trainee.probe(own, 'extra_fields');
    },
  },
});
