import { randomUUID } from 'node:crypto';
import type { Check } from './check.ts';
import { isAccepted, judge } from './finding.ts';
import { accented, ofAnotherSession, splitAmongMany } from './forger.ts';

const AT_ONCE = 20;
const COPIES = 5;
/** Less than any body has. */
const FIRST_PIECE_BYTES = 100;

/** Whether a receiver takes all that is genuine, however it comes. */
export const deliveryChecks: readonly Check[] = [
  { id: 'unknown_event', run: (patient) => patient.probe('unknown_event') },
  { id: 'extra_fields', run: (patient) => patient.probe('extra_fields') },
  {
    id: 'any_order',
    needs: ['all_events'],
    async run(patient) {
      const forger = await patient.forger();
      const id = randomUUID();
      const paid = (await patient.event('payment_session.paid')).emission;
      const accredited = (await patient.event('payment_session.accredited')).emission;
      const answers = [
        await patient.send(forger.sign({ body: ofAnotherSession(accredited, id) })),
        await patient.send(forger.sign({ body: ofAnotherSession(paid, id) })),
      ];
      return judge('any_order', answers, isAccepted);
    },
  },
  {
    id: 'large_body',
    needs: ['all_events'],
    async run(patient) {
      const body = splitAmongMany((await patient.event('payment_session.accredited')).emission);
      const webhook = (await patient.forger()).sign({ body });
      return judge('large_body', [await patient.send(webhook)], isAccepted);
    },
  },
  {
    id: 'concurrency',
    async run(patient) {
      const webhooks = await Promise.all(Array.from({ length: AT_ONCE }, () => patient.another()));
      // In two pieces, so that each is still being read when the others come.
      const answers = await patient.sendInPieces(webhooks, FIRST_PIECE_BYTES);
      return judge('concurrency', answers, isAccepted);
    },
  },
  {
    id: 'body_in_pieces',
    needs: ['all_events', 'concurrency'],
    async run(patient) {
      const body = accented((await patient.event('payment_session.paid')).emission);
      const webhook = (await patient.forger()).sign({ body });
      // Within the two bytes of the letter.
      const splitAt = webhook.body.indexOf('é') + 1;
      return judge('body_in_pieces', await patient.sendInPieces([webhook], splitAt), isAccepted);
    },
  },
  { id: 'duplicate', run: (patient) => patient.probe('duplicate') },
  {
    id: 'duplicates_at_once',
    needs: ['duplicate', 'concurrency'],
    async run(patient) {
      const webhook = await patient.another();
      const copies = Array.from({ length: COPIES }, () => webhook);
      const answers = await patient.sendInPieces(copies, FIRST_PIECE_BYTES);
      return judge('duplicates_at_once', answers, isAccepted);
    },
  },
  {
    id: 'retry_after_failure',
    needs: ['duplicate', 'concurrency'],
    async run(patient) {
      const webhook = await patient.another();
      await patient.cutOff(webhook);
      return judge('retry_after_failure', [await patient.send(webhook)], isAccepted);
    },
  },
];
