import { t } from '@svc-simulator/core';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Colours } from '../rendering/colours.ts';
import { columns, quoted } from '../rendering/text.ts';
import { keyLine } from './key-texts.ts';

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
  /** Single keys do something. */
  readonly hasKeys: boolean;
}

/** What `sim start` says when it is ready, on one screen: where it is, who may use it, what pays, and what to do next. */
export function bannerLines(facts: BannerFacts, colours: Colours): string[] {
  const { version, url, publicUrl, account, seeded, data, trusted, program, dataFlag, hasKeys } = facts;
  const accounts = seeded.length > 0 ? seeded : account ? [account] : [];
  const places = [
    ['API', colours.cyan(url)],
    ...(publicUrl === url ? [] : [[t`Public URL`, colours.cyan(publicUrl)]]),
    [t`Console`, colours.cyan(`${publicUrl}/console`)],
    [t`Docs`, `${publicUrl}/docs`],
    [t`Differences`, `${publicUrl}/fidelidad`],
    [t`Data`, data ?? t`in memory only, gone when it stops`],
    ...(trusted === null ? [] : [[t`Authority`, trusted]]),
    ...accounts.map((one) => [t`Account`, t`${one.short_name}, password ${one.password}`]),
    [t`Test keys`, t`000000 pays; 111111, 222222 and 333333 fail`],
  ];
  const next = account ? 'listen --port 3000' : 'account create my-shop';
  return [
    t`${colours.bold('svc-simulator')} ${version} is ready; Ctrl+C stops it`,
    '',
    ...indented(places, colours),
    ...(trusted === null ? [] : ['', ...trustLines(trusted, colours)]),
    '',
    colours.bold(t`Try next, in another terminal in this directory`),
    `  ${program} ${next}${dataFlag}`,
    ...(account ? [colours.dim(t`  (${program} env${dataFlag} prints the credentials)`)] : []),
    ...(hasKeys ? ['', keyLine(colours)] : []),
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

function indented(rows: readonly (readonly string[])[], colours: Colours): string[] {
  return columns(rows.map(([name = '', value = '']) => [`  ${colours.dim(name)}`, value]));
}
