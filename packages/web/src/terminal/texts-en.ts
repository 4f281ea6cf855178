import type { Texts } from './texts-es.ts';

/** The texts of the virtual terminal in English. */
export const english: Texts = {
  title: 'Virtual terminal',
  device: 'Card terminal',
  noScript: 'The terminal signs each request in the browser, so it needs JavaScript. Turn it on and reload.',

  light: { off: 'Not paired', on: 'Online', lost: 'Offline', refused: 'No access' },

  pairing: {
    heading: 'Pair this terminal',
    lead: 'Ask the merchant’s system for the code and type it here.',
    serial: 'Serial of the terminal',
    serialHint: 'The one that the merchant asked the code for',
    code: 'Activation code',
    codeHint: '6 digits; good for 10 minutes and one use',
    submit: 'Pair',
  },

  idle: {
    heading: 'Ready',
    lead: 'Payments that the merchant creates appear here by themselves.',
    lostLead: 'The simulator does not answer. The terminal keeps trying by itself.',
    waiting: 'Waiting',
    closeBatch: 'Close batch',
  },

  payment: {
    heading: 'Payment',
    amount: 'Amount to collect',
    amountHint: 'The merchant lets the amount be changed',
    cancelled: 'The merchant cancelled this payment. Approving it now makes it PAID all the same.',
    cardType: 'Card type',
    debit: 'Debit',
    credit: 'Credit',
    franchise: 'Card brand',
    decline: 'Decline',
    approve: 'Approve',
  },

  uncertain: {
    heading: 'It is not known whether it was paid',
    lead: 'The confirmation left and no answer came. Send it again: it has the same authorization code, so nothing is paid twice.',
    again: 'Send again',
  },

  void: {
    heading: 'Void a payment',
    lead: 'The merchant asked to void this payment.',
    later: 'Not now',
    confirm: 'Confirm void',
  },

  batch: {
    heading: 'Close the batch',
    lead: 'What this terminal collected since the last closing.',
    currency: 'Currency of the closing',
    back: 'Back',
    confirm: 'Close batch',
  },

  result: { next: 'Continue' },

  refused: {
    heading: 'The terminal has lost its access',
    lead: 'The simulator refused the signature (401). The merchant may have unlinked it, the account may have been reset, or this machine’s clock may be wrong.',
    again: 'Try again',
    pair: 'Pair anew',
  },

  about: {
    heading: 'This terminal',
    unpaired: 'It is not paired yet.',
    paired: 'Serial',
    stored: 'The secret key is kept in this browser only.',
    forget: 'Forget this terminal',
    forgetTitle: 'Forget this terminal?',
    forgetLead:
      'The key is deleted from this browser and cannot be had again. To pair the same serial anew, the merchant has to unlink it first:',
    keep: 'Keep it',
    forgetNow: 'Delete the key',
    requests: 'What it sends',
    requestsLead: 'The same API and the same signature as a real device.',
    noRequests: 'Nothing yet.',
    recipe: 'How it signs',
    how: 'How to get a code',
    howLead: 'With the merchant’s token:',
  },

  live: {
    order: 'Order',
    client: 'Client',
    card: 'Card',
    authorization: 'Authorization',
    trace: 'Trace',
    batch: 'Batch',
    count: 'Payments',
    total: 'Total',
    time: 'Time',
    debit: 'Debit',
    credit: 'Credit',
    collect: 'Collect',
    void: 'Void',
    approved: 'Payment approved',
    voided: 'Payment voided',
    closed: 'Batch closed',
    declined: 'Declined: {amount}. Nothing was sent; for the merchant it is still pending.',
    postponed: 'The void of {amount} is waiting.',
    gone: 'That payment is no longer pending ({status}).',
    notTaken: 'The simulator did not take it: {detail}',
    noAnswer: 'The simulator does not answer. Try again.',
    codeRefused: 'Not paired: {detail}',
    serialMissing: 'Type the serial of the terminal.',
    codeWrong: 'The code has 6 digits.',
    amountWrong: 'Type an amount above zero, with two decimals at most.',
    batchTaken: 'Batch {batch} was closed before. The next number is {next}.',
    paired: 'Terminal paired.',
    forgotten: 'The key was deleted from this browser.',
    unanswered: 'no answer',
  },
};
