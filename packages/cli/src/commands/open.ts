import { createLoginLink, getHealth } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Connection, passwordTakes } from '../connection/connection.ts';
import { sessionOf } from '../connection/session-filter.ts';
import { plainCommand } from '../plain-command.ts';
import { type Given, taking } from '../takes.ts';

const openTakes = taking({
  '[place]': { text: 'cli.open.place', choices: ['console', 'pay', 'docs'], fallback: 'console' },
  '[session]': 'cli.open.session',
  '--print': 'cli.open.print',
  ...passwordTakes,
});

export const declare = plainCommand({
  takes: openTakes,
  call: async ({ t, connection, given, context }) => {
    const url = await addressOf(t, connection, given);
    const opened = !given.print && (await context.openInBrowser(url));
    return { data: { url, opened } };
  },
  lines: ({ url, opened }, { t }) => [opened ? t('cli.open.opened_browser') : url],
  next: ({ url, opened }, { t, given }) => {
    if (opened || given.print) return undefined;
    return url.includes('ticket=')
      ? t('cli.open.no_browser_open_yours')
      : t('cli.common.no_browser_open_yours');
  },
});

/** The address of a place: the console with a log-in for one browser. @throws CommandError when there is no such session. */
async function addressOf(t: Texts, connection: Connection, given: Given<typeof openTakes>): Promise<string> {
  const { place, session } = given;
  if (place === 'console')
    return (await (await connection.fullConsole(given)).call(createLoginLink)).data.url;
  if (place === 'docs') {
    await connection.open().call(getHealth);
    return `${connection.url}/docs`;
  }
  return `${connection.url}/pay/${await sessionOf(t, connection.console(), session)}`;
}
