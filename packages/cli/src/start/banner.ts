import type { DemoAccount } from '@svc-simulator/simulator';
import type { Colours } from '../rendering/report.ts';
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

/** What `sim start` says when it is ready, on one screen: where it is, who may use it, what pays, and what to do next. */
export function bannerLines(facts: BannerFacts, colours: Colours): string[] {
  const { t } = colours;
  const { version, url, publicUrl, account, seeded, data, trusted, program, dataFlag } = facts;
  const accounts = seeded.length > 0 ? seeded : account ? [account] : [];
  const places = [
    ['API', colours.cyan(url)],
    ...(publicUrl === url ? [] : [[t('cli.start.banner.public_url'), colours.cyan(publicUrl)]]),
    [t('cli.start.banner.console'), colours.cyan(`${publicUrl}/console`)],
    [t('cli.start.banner.docs'), `${publicUrl}/docs`],
    [t('cli.start.banner.differences'), `${publicUrl}/fidelidad`],
    [t('cli.start.banner.data'), data ?? t('cli.start.banner.memory_only_gone_stops')],
    ...(trusted === null ? [] : [[t('cli.start.banner.authority'), trusted]]),
    ...accounts.map((one) => [
      t('cli.start.banner.account'),
      t('cli.start.banner.password', { short_name: one.short_name, password: one.password }),
    ]),
    [t('cli.start.banner.test_keys'), t('cli.start.banner.test_keys_say')],
  ];
  const next = account ? 'listen --port 3000' : 'account create my-shop';
  return [
    t('cli.start.banner.ready_ctrl_c_stops', { bold: colours.bold('svc-simulator'), version }),
    '',
    ...indented(places, colours),
    ...(trusted === null ? [] : ['', ...trustLines(trusted, colours)]),
    '',
    colours.bold(t('cli.start.banner.try_next_another_terminal')),
    `  ${program} ${next}${dataFlag}`,
    ...(account ? [colours.dim(t('cli.start.banner.env_prints_credentials', { program, dataFlag }))] : []),
    '',
  ];
}

/** Programs do not look where browsers look, so each has to be told. */
function trustLines(file: string, colours: Colours): string[] {
  return [
    colours.bold(colours.t('cli.start.banner.programs_trust_their_environment')),
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
