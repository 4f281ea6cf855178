import type { Language } from '@svc-simulator/core';
import { accountParts } from './account-parts.ts';
import { atHand } from './at-hand.ts';
import { commands } from './commands.ts';
import { config } from './config.ts';
import { failures } from './failures.ts';
import { foreign } from './foreign.ts';
import { help } from './help.ts';
import { helpAccounts } from './help-accounts.ts';
import { helpControl } from './help-control.ts';
import { helpSessions } from './help-sessions.ts';
import { helpStart } from './help-start.ts';
import { init } from './init.ts';
import { parsers } from './parsers.ts';
import { relay } from './relay.ts';
import { results } from './results.ts';
import { start } from './start.ts';

/** What the command line says in Spanish; its terms are those of `docs/glossary.md`. */
export const spanish: Language = {
  code: 'es',
  sentences: {
    ...help,
    ...helpStart,
    ...helpSessions,
    ...helpControl,
    ...helpAccounts,
    ...start,
    ...commands,
    ...accountParts,
    ...atHand,
    ...init,
    ...config,
    ...results,
    ...failures,
    ...relay,
  },
  foreign: { ...foreign, ...parsers },
};
