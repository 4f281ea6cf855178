import { copyScript } from './script/copy.ts';
import { formScript } from './script/forms.ts';
import { liveScript } from './script/live.ts';
import { printScript } from './script/print.ts';
import { timeScript } from './script/times.ts';

/**
 * The console's only script, served in the page and allowed by its hash, in parts that share one scope. The pages work
 * without it; with it they stay up to date by themselves, copy, and show the reader's own time.
 */
export const consoleScript = `(() => {
  'use strict';
${[timeScript, copyScript, formScript, printScript, liveScript].join('\n')}
})();`;
