import { createLoginLink, getHealth } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Argument } from 'commander';
import type { Connection } from '../connection/connection.ts';
import { sessionOf } from '../input/session-filter.ts';
import { type Call, plainCommand } from '../plain-command.ts';

interface Options {
  readonly print?: boolean;
}

export const declareOpen = plainCommand({
  takes: (command) =>
    command
      .addArgument(
        new Argument('[place]', 'what to open').choices(['console', 'pay', 'docs']).default('console'),
      )
      .argument('[session]', 'of pay: whose payment page (default: the newest)')
      .option('--print', 'print the address, and open nothing'),
  call: async ({ connection, options, context }: Call<Options>, place: string, session?: string) => {
    const url = await addressOf(connection, place, session);
    const opened = !options.print && (await context.openInBrowser(url));
    return { data: { url, opened } };
  },
  lines: ({ url, opened }) => [opened ? t`opened in the browser` : url],
  next: ({ url, opened }, { options }) => {
    if (opened || options.print) return undefined;
    return url.includes('ticket=')
      ? t`there is no browser here; open it in yours: it logs in once, within 2 minutes`
      : t`there is no browser here; open it in yours`;
  },
});

/** The address of a place: the console with a log-in for one browser. @throws CommandError when there is no such session. */
async function addressOf(connection: Connection, place: string, session?: string): Promise<string> {
  if (place === 'console') return (await connection.console().call(createLoginLink)).data.url;
  if (place === 'docs') {
    await connection.open().call(getHealth);
    return `${connection.url}/docs`;
  }
  return `${connection.url}/pay/${await sessionOf(connection.console(), session)}`;
}
