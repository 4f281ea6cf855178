import { baseStyles } from '../pages/base-styles.ts';
import { frameStyles } from './styles/frame.ts';
import { kitStyles } from './styles/kit.ts';
import { listStyles } from './styles/lists.ts';

/** The style of every page of the console, as it stands between `<style>` and `</style>`: its hash is in the policy. */
export const consoleStyles = [baseStyles, frameStyles, kitStyles, listStyles].join('\n');
