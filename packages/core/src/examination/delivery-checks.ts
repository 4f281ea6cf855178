import type { Check } from './check.ts';
import { fewAtOnce, isAccepted, judge, type ReceiverAnswer } from './finding.ts';
import { accented, ofAnotherSession, splitAmongMany } from './webhook-factory.ts';

const AT_ONCE = 20;
const COPIES = 5;
/** Less than any body has. */
const FIRST_PIECE_BYTES = 100;

/** Whether a receiver takes all that is genuine, however it comes. */
export const deliveryChecks: readonly Check[] = [
  { id: 'unknown_event', run: (receiver) => receiver.probe('unknown_event') },
  { id: 'extra_fields', run: (receiver) => receiver.probe('extra_fields') },
  {
    id: 'any_order',
    needs: ['all_events'],
    async run(receiver) {
      const factory = await receiver.factory();
      const id = receiver.newId();
      const paid = (await receiver.event('payment_session.paid')).emission;
      const accredited = (await receiver.event('payment_session.accredited')).emission;
      const answers = [
        await receiver.send(factory.sign({ body: ofAnotherSession(accredited, id) })),
        await receiver.send(factory.sign({ body: ofAnotherSession(paid, id) })),
      ];
      return judge('any_order', answers, isAccepted);
    },
  },
  {
    id: 'large_body',
    needs: ['all_events'],
    async run(receiver) {
      const body = splitAmongMany(
        (await receiver.event('payment_session.accredited')).emission,
        receiver.newId,
      );
      const webhook = (await receiver.factory()).sign({ body });
      return judge('large_body', [await receiver.send(webhook)], isAccepted);
    },
  },
  {
    id: 'concurrency',
    async run(receiver) {
      const webhooks = await Promise.all(Array.from({ length: AT_ONCE }, () => receiver.another()));
      // In two pieces, so that each is still being read when the others come.
      const answers = await receiver.sendInPieces(webhooks, FIRST_PIECE_BYTES);
      const isAnswered = ({ status, error }: ReceiverAnswer) =>
        status !== null || error?.startsWith('ECONNREFUSED');
      const wrong = judge('concurrency', answers.filter(isAnswered), isAccepted);
      const unanswered = answers.find((answer) => !isAnswered(answer));
      return wrong.outcome === 'passed' && unanswered ? fewAtOnce(unanswered) : wrong;
    },
  },
  {
    id: 'body_in_pieces',
    needs: ['all_events', 'concurrency'],
    async run(receiver) {
      const body = accented((await receiver.event('payment_session.paid')).emission);
      const webhook = (await receiver.factory()).sign({ body });
      // Within the two bytes of the letter.
      const splitAt = webhook.body.indexOf('é') + 1;
      return judge('body_in_pieces', await receiver.sendInPieces([webhook], splitAt), isAccepted);
    },
  },
  { id: 'duplicate', run: (receiver) => receiver.probe('duplicate') },
  {
    id: 'duplicates_at_once',
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.another();
      const copies = Array.from({ length: COPIES }, () => webhook);
      const answers = await receiver.sendInPieces(copies, FIRST_PIECE_BYTES);
      return judge('duplicates_at_once', answers, isAccepted);
    },
  },
  {
    id: 'retry_after_failure',
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.another();
      await receiver.cutOff(webhook);
      return judge('retry_after_failure', [await receiver.send(webhook)], isAccepted);
    },
  },
];
