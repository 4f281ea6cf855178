import { deviceScript } from './script/device.ts';
import { paymentScript } from './script/payments.ts';
import { pollScript } from './script/poll.ts';
import { screenScript } from './script/screens.ts';

/**
 * The terminal's only script, served in the page and allowed by its hash, in four parts that share one scope: what the
 * device keeps and sends, what it shows, what its keys do, and how it learns of payments. Texts come from the page.
 */
export const terminalScript = `(() => {
  'use strict';
${[deviceScript, screenScript, paymentScript, pollScript].join('\n')}
})();`;
