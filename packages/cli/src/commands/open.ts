import { createLoginLink, getHealth } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Connection, passwordTakes } from '../connection/connection.ts';
import { sessionOf } from '../input/session-filter.ts';
import { plainCommand } from '../plain-command.ts';
import { type Given, taking } from '../takes.ts';

const openTakes = taking({
  '[place]': { text: 'what to open', choices: ['console', 'pay', 'docs'], fallback: 'console' },
  '[session]': 'of pay: whose payment page (default: the newest)',
  '--print': 'print the address, and open nothing',
  ...passwordTakes,
});

export const declare = plainCommand({
  takes: openTakes,
  call: async ({ connection, given, context }) => {
    const url = await addressOf(connection, given);
    const opened = !given.print && (await context.openInBrowser(url));
    return { data: { url, opened } };
  },
  lines: ({ url, opened }) => [opened ? t`opened in the browser` : url],
  next: ({ url, opened }, { given }) => {
    if (opened || given.print) return undefined;
    return url.includes('ticket=')
      ? t`there is no browser here; open it in yours: it logs in once, within 2 minutes`
      : t`there is no browser here; open it in yours`;
  },
});

/** The address of a place: the console with a log-in for one browser. @throws CommandError when there is no such session. */
async function addressOf(connection: Connection, given: Given<typeof openTakes>): Promise<string> {
  const { place, session } = given;
  if (place === 'console')
    return (await (await connection.fullConsole(given)).call(createLoginLink)).data.url;
  if (place === 'docs') {
    await connection.open().call(getHealth);
    return `${connection.url}/docs`;
  }
  return `${connection.url}/pay/${await sessionOf(connection.console(), session)}`;
}
