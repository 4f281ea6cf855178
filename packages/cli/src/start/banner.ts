import { t } from '@svc-simulator/core';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Colours } from '../rendering/colours.ts';
import { columns, quoted } from '../rendering/text.ts';

export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly publicUrl: string;
  readonly account: DemoAccount | null;
  /** The accounts of a seed, the first of which is `account`; none without one. */
  readonly seeded: readonly DemoAccount[];
  /** The data directory as it was given; null when everything is in memory. */
  readonly data: string | null;
  /** The file with what programs have to trust to reach it by https; null when it serves http. */
  readonly trusted: string | null;
  /** How `sim` is called here. */
  readonly program: string;
  /** What further commands need to find the run file, with a space before it; usually empty. */
  readonly dataFlag: string;
}

/** What `sim start` says when it is ready: where it is, who may use it, and what to try next. */
export function bannerLines(facts: BannerFacts, colours: Colours): string[] {
  const { version, url, publicUrl, account, seeded, data, trusted } = facts;
  const places = [
    ['API', colours.cyan(url)],
    ...(publicUrl === url ? [] : [[t`Public URL`, colours.cyan(publicUrl)]]),
    [t`Console`, colours.cyan(`${publicUrl}/console`)],
    [t`Differences`, `${publicUrl}/fidelidad`],
    [t`Reference`, `${publicUrl}/docs`],
    ['OpenAPI', `${publicUrl}/openapi.json`],
    [t`Data`, data ?? t`in memory only, gone when it stops`],
    ...(trusted === null ? [] : [[t`Authority`, trusted]]),
  ];
  return [
    t`${colours.bold('svc-simulator')} ${version} is ready; Ctrl+C stops it`,
    '',
    ...indented(places, colours),
    ...(trusted === null ? [] : ['', ...trustLines(trusted, colours)]),
    '',
    ...(seeded.length > 0
      ? seeded.flatMap((one) => accountLines(t`Account ${one.short_name}, from the seed`, one, colours))
      : account
        ? accountLines(t`Demo account`, account, colours)
        : []),
    colours.bold(t`Try next, in another terminal in this directory`),
    ...tries(facts).map((command) => `  ${command}`),
    '',
  ];
}

/** Programs do not look where browsers look, so each has to be told. */
function trustLines(file: string, colours: Colours): string[] {
  return [
    colours.bold(t`Your programs trust it with this in their environment`),
    ...indented(
      [
        ['Node, Bun', `NODE_EXTRA_CA_CERTS=${quoted(file)}`],
        ['curl', `curl --cacert ${quoted(file)}`],
      ],
      colours,
    ),
  ];
}

function accountLines(title: string, account: DemoAccount, colours: Colours): string[] {
  const entries = Object.entries(account).filter((entry): entry is [string, string] => entry[1] !== null);
  return [colours.bold(title), ...indented(entries, colours), ''];
}

function indented(rows: readonly (readonly string[])[], colours: Colours): string[] {
  return columns(rows.map(([name = '', value = '']) => [`  ${colours.dim(name)}`, value]));
}

function tries({ account, program, dataFlag }: BannerFacts): string[] {
  const commands = account
    ? ['session create', 'trace --follow', 'relay --port 3000']
    : ['account create my-shop', 'health', 'openapi'];
  return commands.map((command) => `${program} ${command}${dataFlag}`);
}
