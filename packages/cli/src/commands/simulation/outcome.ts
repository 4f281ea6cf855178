import { type DataOf, ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { type AccreditationState, accreditationTransitions } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { completeSessionId } from '../../connection/session-filter.ts';
import { ReportedError } from '../../failures.ts';
import { sessionLines } from '../../rendering/session-lines.ts';
import { reportFailure } from '../../report-failure.ts';
import { requestCommand } from '../../request-command.ts';
import { wordIn } from '../../texts/view-texts.ts';

export const outcome = requestCommand({
  parameters: {
    '<session>': 'cli.common.session_id',
    '--outcome <outcome>': {
      text: 'cli.outcome.outcome',
      choices: api.forcedOutcomes,
      acceptsEventNames: true,
      required: true,
    },
    '--leg <leg>': { text: 'cli.outcome.leg', choices: ['1', '2'] },
    '--reason <reason>': { text: 'field.reason', choices: api.failureReasons },
  },
  help: { leg1Outcomes: api.legOutcomes[1].join(', '), leg2Outcomes: api.legOutcomes[2].join(', ') },
  call: async ({ t, connection, values, context, hint }) => {
    const { session, outcome, leg, reason } = values;
    const session_id = await completeSessionId(t, connection, session);
    const body = {
      leg: leg === undefined ? api.legOfOutcome(outcome) : leg === '1' ? (1 as const) : (2 as const),
      outcome,
      ...(reason && { reason }),
    };
    try {
      return await connection.call(api.forceOutcome, { params: { session_id }, body });
    } catch (error) {
      // 500 means that the session's state doesn't allow the outcome (specification, Simulator forced
      // outcomes), so the hint lists the allowed ones.
      if (!(error instanceof ProblemError) || error.status !== 500) throw error;
      const { data } = await connection.call(api.getSessionStatus, { params: { session_id } });
      const exitCode = reportFailure(context, error);
      hint(admissibleOutcomesText(t, data, context.program));
      throw new ReportedError(exitCode);
    }
  },
  lines: sessionLines,
  // A forced payment schedules no accreditation (specification, Simulator forced outcomes), so the next step
  // is to force it.
  next: ({ id }, { values, context: { program } }) =>
    values.outcome === 'paid' ? `${program} outcome ${id} --outcome accredited` : undefined,
});

type OutcomeSession = DataOf<typeof api.getSessionStatus>;

function admissibleOutcomesText(t: Texts, session: OutcomeSession, program: string): string {
  const { id, status } = session;
  const accreditation = status === 'paid' ? accreditationOf(session) : null;
  const admissibleOutcomes = accreditation
    ? Object.keys(accreditationTransitions[accreditation].control)
    : status === 'pending'
      ? api.legOutcomes[1]
      : [];
  const [first] = admissibleOutcomes;
  if (first !== undefined)
    return t('cli.outcome.possible_now', { program, id, first, admitted: admissibleOutcomes.join(', ') });
  const end = accreditation === null ? wordIn(t, 'status', status) : t('cli.outcome.paid_accredited');
  return t('cli.outcome.session_is_final', { end, program });
}

function accreditationOf({ session_payment: { receiver_credits } }: OutcomeSession): AccreditationState {
  if (!receiver_credits) return 'none';
  return Object.values(receiver_credits).some((credit) => credit.status === 'failed')
    ? 'failed'
    : 'accredited';
}
