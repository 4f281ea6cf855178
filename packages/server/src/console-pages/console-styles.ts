import { baseStyles } from '../pages/base-styles.ts';
import { certificateStyles } from './styles/certificate.ts';
import { classStyles } from './styles/classes.ts';
import { frameStyles } from './styles/frame.ts';
import { keysStyles } from './styles/keys.ts';
import { kitStyles } from './styles/kit.ts';
import { listStyles } from './styles/lists.ts';
import { overviewStyles } from './styles/overview.ts';
import { practiceStyles } from './styles/practices.ts';
import { receiverStyles } from './styles/receivers.ts';
import { sessionStyles } from './styles/sessions.ts';
import { settingsStyles } from './styles/settings.ts';
import { terminalStyles } from './styles/terminals.ts';
import { traceStyles } from './styles/trace.ts';

/** The style of every page of the console, as it stands between `<style>` and `</style>`: its hash is in the policy. */
export const consoleStyles = [
  baseStyles,
  frameStyles,
  kitStyles,
  listStyles,
  practiceStyles,
  certificateStyles,
  classStyles,
  keysStyles,
  overviewStyles,
  sessionStyles,
  receiverStyles,
  settingsStyles,
  terminalStyles,
  traceStyles,
].join('\n');
