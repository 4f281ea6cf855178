import { deviceScript } from './script/device.ts';
import { paymentScript } from './script/payments.ts';
import { pollScript } from './script/poll.ts';
import { screenScript } from './script/screens.ts';

/**
 * The terminal's only script, served in the page and allowed by its hash, in four parts that share one scope: what the
 * device keeps and sends, what it shows, what its keys do, and how it learns of payments. Texts come from the page.
 */
const ownScript = `(() => {
  'use strict';
${[deviceScript, screenScript, paymentScript, pollScript].join('\n')}
})();`;

/** `plainHmac` is a script of its own, for browsers that cannot sign by themselves; empty: they can. */
export function terminalScript(plainHmac: string): string {
  return `${plainHmac}${ownScript}`;
}
