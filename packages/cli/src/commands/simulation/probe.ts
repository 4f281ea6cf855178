import type { DataOf } from '@svc-simulator/client';
import { probeKinds, sendProbe } from '@svc-simulator/contract';
import { attemptError } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { wholeSession } from '../../connection/session-filter.ts';
import { exitCodes, ToldFailure } from '../../failures.ts';
import { plainCommand } from '../../plain-command.ts';
import { type Colours, spinWhile } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';
import { traceTexts, wordIn } from '../../texts/area-texts.ts';

type Probe = DataOf<typeof sendProbe>;

/** Long enough for every text of a verdict. */
const TEXT_LIMIT = 1000;

export const declare = plainCommand({
  takes: {
    '<session>': 'cli.probe.session',
    '--kind <kind>': { text: 'cli.probe.kind', choices: probeKinds, required: true },
  },
  help: ({ t }) => t('cli.probe.help'),
  call: async ({ t, connection, given, context }) => {
    const client = connection.api();
    const session_id = await wholeSession(t, connection, given.session);
    const sending = client.call(sendProbe, { body: { session_id, kind: given.kind } });
    return spinWhile(context, given, t('cli.probe.waiting_receiver'), sending);
  },
  lines: linesOf,
  next: ({ passed }) => {
    if (passed) return undefined;
    throw new ToldFailure(passed === null ? exitCodes.timeout : exitCodes.refused);
  },
});

function answerText({ lang }: Texts, status: number | null, error: string | null): string {
  const t = traceTexts(lang);
  return status === null ? attemptError(error, t) : t('event.answered', { status });
}

function linesOf({ kind, expected, status, error, passed, why, mend }: Probe, colours: Colours): string[] {
  const { t } = colours;
  const verdict =
    passed === null
      ? colours.yellow(t('cli.probe.waits'))
      : passed
        ? colours.green(t('cli.common.passed'))
        : colours.red(t('cli.common.failed'));
  const answer = passed === null ? t('cli.probe.no_answer_yet') : answerText(t, status, error);
  return [
    t('cli.probe.expected', { verdict, kind: wordIn(t, 'probe', kind), expected, answer }),
    plain(why, TEXT_LIMIT),
    ...(mend === null ? [] : [colours.bold(plain(mend, TEXT_LIMIT))]),
  ];
}
