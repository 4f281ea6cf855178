import { webhookHeaders } from '@svc-simulator/contract';
import type { Check } from './check.ts';
import { cutAndAlive, failed, isAccepted, isRefused, judge, passed } from './finding.ts';
import { ofAnotherSession } from './webhook-factory.ts';

/** Digits of a signature that are right; the other 48 are not. */
const RIGHT_DIGITS = 16;

/** Whether a receiver tells genuine webhooks from others. */
export const signatureChecks: readonly Check[] = [
  { id: 'bad_signature', run: (receiver) => receiver.probe('bad_signature') },
  {
    id: 'missing_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const factory = await receiver.factory();
      const webhook = await receiver.another();
      return judge(
        'missing_signature',
        [await receiver.send(factory.signedAs(webhook, undefined))],
        isRefused,
      );
    },
  },
  {
    id: 'partial_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const factory = await receiver.factory();
      const webhook = await receiver.another();
      const right = webhook.headers[webhookHeaders.signature] ?? '';
      const beginning = right.slice(0, RIGHT_DIGITS);
      const wrong = right.slice(RIGHT_DIGITS).replace(/./g, (digit) => (digit === '0' ? '1' : '0'));
      const answers = [
        await receiver.send(factory.signedAs(webhook, beginning + wrong)),
        await receiver.send(factory.signedAs(webhook, beginning)),
      ];
      return judge('partial_signature', answers, isRefused);
    },
  },
  { id: 'stale_timestamp', run: (receiver) => receiver.probe('stale_timestamp') },
  {
    id: 'raw_bytes',
    async run(receiver) {
      const genuine = JSON.parse(ofAnotherSession((await receiver.created()).emission, receiver.newId()));
      const webhook = (await receiver.factory()).sign({ body: JSON.stringify(genuine, null, 2) });
      return judge('raw_bytes', [await receiver.send(webhook)], isAccepted);
    },
  },
  {
    id: 'header_case',
    async run(receiver) {
      const { headers, ...webhook } = await receiver.another();
      const capitals = Object.entries(headers).map(([name, value]) => [capitalised(name), value]);
      const answer = await receiver.send({ ...webhook, headers: Object.fromEntries(capitals) });
      return judge('header_case', [answer], isAccepted);
    },
  },
];

/** Runs last: a receiver with this fault may be gone afterwards. */
export const brokenBody: Check = {
  id: 'broken_body',
  // A receiver that a cut connection has ended is gone already.
  needs: ['bad_signature', 'retry_after_failure'],
  async run(receiver) {
    const factory = await receiver.factory();
    const body = ofAnotherSession((await receiver.created()).emission, receiver.newId());
    const broken = factory.sign({ body: body.slice(0, body.length / 2) });
    const refusal = await receiver.send(factory.signedAs(broken, '0'.repeat(64)));
    if (refusal.status !== null && !isRefused(refusal)) return failed('broken_body', refusal);
    // No answer now is what this check looks for: the receiver has just answered, so the broken body has ended it.
    const next = await receiver.send(factory.sign({ body }));
    if (!isAccepted(next)) return failed('broken_body', next);
    return refusal.status === null ? cutAndAlive(refusal) : passed;
  },
};

/** `svc-signature` as `Svc-Signature`. */
function capitalised(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
