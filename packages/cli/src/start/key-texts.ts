import { t } from '@svc-simulator/core';
import type { Colours } from '../rendering/colours.ts';
import { columns } from '../rendering/text.ts';

/** Each key of `sim start` on a terminal: on one line, and with what it does. */
const keys = () => [
  ['o', t`console`, t`open the console, logged in`],
  ['s', t`session`, t`make a session, and open its payment page`],
  ['p', t`pay`, t`pay the newest session`],
  ['t', t`trace`, t`show events, or stop showing them`],
  ['c', t`clear`, t`clear the screen`],
  ['r', t`reset`, t`reset the account, after asking`],
  ['?', t`help`, t`show this`],
  ['q', t`quit`, t`stop the simulator`],
];

/** The keys on one line. */
export function keyLine(colours: Colours): string {
  return `  ${keys()
    .map(([key = '', name = '']) => `${colours.bold(key)} ${name}`)
    .join('  ')}`;
}

/** The keys one below the other, with what each does. */
export function keyHelp(colours: Colours): readonly string[] {
  return columns(keys().map(([key = '', , what = '']) => [`  ${colours.bold(key)}`, what]));
}
