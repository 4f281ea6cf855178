/** The terminal's only script: a client of the terminal's API in the browser, which keeps the secret and signs. */
import { runTerminal } from './run-terminal.ts';

runTerminal();
