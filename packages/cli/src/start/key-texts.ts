import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Colours } from '../rendering/colours.ts';
import { columns } from '../rendering/text.ts';

/** Each key of `sim start` on a terminal: on one line, and with what it does. */
const keys = (t: Texts) => [
  ['o', t('cli.start.key.console'), t('cli.start.key.open_console_logged')],
  ['s', t('cli.common.session'), t('cli.start.key.make_session_open_payment')],
  ['p', t('cli.start.key.pay'), t('cli.start.key.pay_newest_session')],
  ['t', t('cli.start.key.trace'), t('cli.start.key.show_events_stop_showing')],
  ['c', t('cli.start.key.clear'), t('cli.start.key.clear_screen')],
  ['r', t('cli.start.key.reset'), t('cli.start.key.reset_account_after_asking')],
  ['?', t('cli.start.key.help'), t('cli.start.key.show')],
  ['q', t('cli.start.key.quit'), t('cli.start.key.stop_simulator')],
];

/** The keys on one line. */
export function keyLine(colours: Colours): string {
  return `  ${keys(colours.t)
    .map(([key = '', name = '']) => `${colours.bold(key)} ${name}`)
    .join('  ')}`;
}

/** The keys one below the other, with what each does. */
export function keyHelp(colours: Colours): readonly string[] {
  return columns(keys(colours.t).map(([key = '', , what = '']) => [`  ${colours.bold(key)}`, what]));
}
