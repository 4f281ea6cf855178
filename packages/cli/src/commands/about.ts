import { createLoginLink, getHealth, getOpenApi } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { version as packageVersion } from '../../../../package.json';
import type { DeclareCommand } from '../command.ts';
import { type Connection, passwordParameters } from '../connection/connection.ts';
import { resolveSession } from '../connection/session-filter.ts';
import { declareParameters, defineParameters, type ParsedInput } from '../parameters.ts';
import { printable } from '../rendering/text.ts';
import { commonParameters, requestCommand, runCommand } from '../request-command.ts';

export const connection: DeclareCommand = (command, { program, t }) => {
  declareParameters(t, command, commonParameters);
  command
    .addHelpText('after', () => t('cli.connection.help', { program }))
    .action(() => command.outputHelp());
};

export const health = requestCommand({
  call: ({ connection }) => connection.call(getHealth),
  lines: ({ status, version, uptime_s }, style, _nowMs, { connection }) => [
    style.t('cli.health.line', {
      status: style.green(printable(status)),
      url: connection.url,
      version: printable(version),
      floor: Math.floor(uptime_s),
    }),
  ],
});

const openParameters = defineParameters({
  '[place]': { text: 'cli.open.place', choices: ['console', 'pay', 'docs'], fallback: 'console' },
  '[session]': 'cli.open.session',
  '--print': 'cli.open.print',
  ...passwordParameters,
});

export const open = requestCommand({
  parameters: openParameters,
  call: async ({ t, connection, values, context }) => {
    const url = await pageUrl(t, connection, values);
    const hasBrowser = !values.print && (await context.openInBrowser(url));
    return { data: { url, opened: hasBrowser } };
  },
  lines: ({ url, opened }, { t }) => [opened ? t('cli.open.opened_browser') : url],
  next: ({ url, opened }, { t, values }) => {
    if (opened || values.print) return undefined;
    return url.includes('ticket=') ? t('cli.open.no_browser') : t('cli.common.no_browser');
  },
});

/**
 * Returns the URL of a page. The URL of the console contains a ticket, which logs in one browser.
 * @throws CommandError if the session does not exist
 */
async function pageUrl(
  t: Texts,
  connection: Connection,
  options: ParsedInput<typeof openParameters>,
): Promise<string> {
  const { place: page, session } = options;
  if (page === 'console') return (await (await connection.logIn(options)).call(createLoginLink)).data.url;
  if (page === 'docs') {
    await connection.call(getHealth);
    return `${connection.url}/docs`;
  }
  return `${connection.url}/pay/${await resolveSession(t, connection, session)}`;
}

export const openapi = requestCommand({
  call: ({ connection }) => connection.call(getOpenApi),
  lines: (document) => [JSON.stringify(document, null, 2)],
});

export const version = runCommand({
  hasConnection: false,
  run: ({ report }) => report({ version: packageVersion }, () => [packageVersion]),
});
