import type { TraceEvent } from '@svc-simulator/contract';
import { filterOf, traceOf } from '../connection/session-filter.ts';
import { exitCodes, ReportedFailure, wrongUsage } from '../failures.ts';
import { type Call, everyPage } from '../plain-command.ts';
import { coloursFor } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import { writeChecks } from './junit.ts';
import { arrivalsOf, isOutOfReach } from './order.ts';

/** Time for duplicates after the last expected webhook. */
export const SETTLING_MS = 2000;

interface CourseOptions {
  readonly session?: string;
  readonly order?: readonly string[];
  readonly duplicates: boolean;
  readonly within?: number;
  readonly junit?: string;
}

/**
 * Checks the order and number of webhooks of one session or of all.
 * @throws ReportedFailure if they differ
 */
export async function expectCourse({
  t,
  given,
  context,
  connect,
  report,
}: Pick<Call, 't' | 'context' | 'connect' | 'report'> & {
  readonly given: CourseOptions & { json?: boolean };
}): Promise<void> {
  const { order = [], duplicates, within } = given;
  const course = { order, noDuplicates: !duplicates };
  if (order.length === 0 && duplicates) throw wrongUsage(t('cli.expect.what_or_order'));
  const connection = await connect();
  const session = await filterOf(t, connection, given.session);
  const beganMs = context.elapsed();
  const name = t('cli.expect.order_name', {
    order: order.join(', ') || 'none',
    duplicates: String(!duplicates),
  });
  // The other events of a session tell when its order can no longer be met.
  const type = session === undefined ? 'webhook.delivered' : undefined;
  const events: TraceEvent[] = await everyPage((query) =>
    traceOf(connection, { ...query, type, session_id: session }),
  );
  const judgeArrivals = () => arrivalsOf(t, course, events);
  const isFaulty = () => judgeArrivals().faults.length > 0;
  const isComplete = () => order.length > 0 && judgeArrivals().whole > 0;
  const isHopeless = () => session !== undefined && isOutOfReach(order, events);
  const followUntil = async (signal: AbortSignal, isOver: () => boolean) => {
    if (isOver()) return;
    const after = events.at(-1)?.id ?? 0;
    for await (const event of connection.follow({ sessionId: session, after, signal })) {
      events.push(event);
      if (isOver()) return;
    }
  };
  if (within !== undefined) {
    const deadline = context.deadline(within);
    await followUntil(deadline, () => isFaulty() || isComplete() || isHopeless());
    if (!duplicates && isComplete())
      await followUntil(AbortSignal.any([deadline, context.deadline(SETTLING_MS)]), isFaulty);
  }
  const { faults, whole } = judgeArrivals();
  const missing =
    order.length > 0 && whole === 0 ? [t('cli.expect.order_missing', { order: order.join(', ') })] : [];
  const wrong = [...faults, ...missing];
  const failure = wrong.length > 0 ? { message: wrong[0] ?? '', details: wrong.join('\n') } : null;
  const cases = [{ name, tookMs: Math.round(context.elapsed() - beganMs), failure }];
  await writeChecks(context, given.junit, { name: 'sim expect', cases });
  if (!failure) {
    report({ expected: name, sessions: whole }, () => [t('cli.expect.order_ok', { count: whole, name })]);
    return;
  }
  if (given.json)
    context.stderr.write(
      `${JSON.stringify({ title: t('cli.expect.not_expected'), detail: failure.message, faults: wrong })}\n`,
    );
  else {
    const colours = coloursFor(context.stderr, context);
    for (const fault of wrong)
      context.stderr.write(`${colours.red(t('machine.error'))} ${plain(fault, 500)}\n`);
  }
  throw new ReportedFailure(exitCodes.refused);
}
