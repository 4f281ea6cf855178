import { createHash } from 'node:crypto';
import type { BodyOf, commitTransaction } from '@svc-simulator/contract';
import { parseAmount } from '../input/values.ts';
import { type Given, taking } from '../takes.ts';
import type { PairedTerminal } from './terminals-file.ts';

/** What a terminal says of a payment when it confirms it. */
export type CardPayment = BodyOf<typeof commitTransaction>;

/** The card, and what it pays. */
export const cardTakes = taking({
  '--amount <n>': { text: 'cli.pos.amount', parse: parseAmount },
  '--card <type>': { text: 'cli.pos.card', choices: ['credit', 'debit'], fallback: 'debit' },
});

/**
 * The confirmation of a payment. Its authorization code and trace number follow from the order, so that a confirmation
 * whose answer was lost can be sent again and is the same one (contract section 6: the same code changes nothing).
 */
export function cardPayment(
  orderId: string,
  { serial, batch }: Pick<PairedTerminal, 'serial' | 'batch'>,
  { amount, card }: Given<typeof cardTakes>,
  nowMs: number,
): CardPayment {
  const digest = createHash('sha256').update(`${serial}\n${orderId}`).digest();
  return {
    authorizationCode: sixDigits(digest.readUInt32BE(0)),
    processCode: '000000',
    ...(amount !== undefined && { amountReference: amount }),
    terminalNumber: serial,
    trace: sixDigits(digest.readUInt32BE(4)),
    utcDate: new Date(nowMs).toISOString(),
    cardTypeForRpt: card === 'credit' ? 'C' : 'D',
    visOrMccCard: 'VISA',
    batchNumber: batch,
  };
}

function sixDigits(number: number): string {
  return String(number % 1_000_000).padStart(6, '0');
}
