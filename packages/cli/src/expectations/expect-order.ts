import type { TraceEvent } from '@svc-simulator/contract';
import { fetchTrace, resolveSessionFilter } from '../connection/session-filter.ts';
import { exitCodes, ReportedError, wrongUsage } from '../failures.ts';
import { styleFor } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { type CommandCall, fetchAllPages } from '../request-command.ts';
import { writeSuite } from './junit.ts';
import { checkArrivals, isOrderImpossible } from './order.ts';

/** Time in which duplicates can still arrive after the last expected webhook. */
export const SETTLING_MS = 2000;

interface OrderOptions {
  readonly session?: string;
  readonly order?: readonly string[];
  readonly duplicates: boolean;
  readonly within?: number;
  readonly junit?: string;
}

/** @throws ReportedError if webhooks are missing, duplicated or in another order */
export async function expectOrder({
  t,
  values,
  context,
  connect,
  report,
}: Pick<CommandCall, 't' | 'context' | 'connect' | 'report'> & {
  readonly values: OrderOptions & { json?: boolean };
}): Promise<void> {
  const { order = [], duplicates, within } = values;
  const expectation = { order, noDuplicates: !duplicates };
  if (order.length === 0 && duplicates) throw wrongUsage(t('cli.expect.event_missing'));
  const connection = await connect();
  const session = await resolveSessionFilter(t, connection, values.session);
  const startMs = context.elapsed();
  const name = t('cli.expect.order_name', {
    order: order.join(', ') || 'none',
    duplicates: String(!duplicates),
  });
  // If a session is given, reads all its events, because they show when the order can no longer be met.
  const type = session === undefined ? 'webhook.delivered' : undefined;
  const events: TraceEvent[] = await fetchAllPages((query) =>
    fetchTrace(connection, { ...query, type, session_id: session }),
  );
  const readArrivals = () => checkArrivals(t, expectation, events);
  const isFaulty = () => readArrivals().faults.length > 0;
  const isComplete = () => order.length > 0 && readArrivals().completeCount > 0;
  const isImpossible = () => session !== undefined && isOrderImpossible(order, events);
  const followUntil = async (signal: AbortSignal, isFinished: () => boolean) => {
    if (isFinished()) return;
    const after = events.at(-1)?.id ?? 0;
    for await (const event of connection.follow({ sessionId: session, after, signal })) {
      events.push(event);
      if (isFinished()) return;
    }
  };
  if (within !== undefined) {
    const deadline = context.deadline(within);
    await followUntil(deadline, () => isFaulty() || isComplete() || isImpossible());
    if (!duplicates && isComplete())
      await followUntil(AbortSignal.any([deadline, context.deadline(SETTLING_MS)]), isFaulty);
  }
  const { faults, completeCount } = readArrivals();
  const missingOrder =
    order.length > 0 && completeCount === 0
      ? [t('cli.expect.order_missing', { order: order.join(', ') })]
      : [];
  const allFaults = [...faults, ...missingOrder];
  const failure =
    allFaults.length > 0 ? { message: allFaults[0] ?? '', details: allFaults.join('\n') } : null;
  const cases = [{ name, durationMs: Math.round(context.elapsed() - startMs), failure }];
  await writeSuite(context, values.junit, { name: 'sim expect', cases });
  if (!failure) {
    report({ expected: name, sessions: completeCount }, () => [
      t('cli.expect.order_ok', { count: completeCount, name }),
    ]);
    return;
  }
  if (values.json)
    context.stderr.write(
      `${JSON.stringify({ title: t('cli.expect.not_expected'), detail: failure.message, faults: allFaults })}\n`,
    );
  else {
    const style = styleFor(context.stderr, context);
    for (const fault of allFaults)
      context.stderr.write(`${style.red(t('machine.error'))} ${printable(fault, 500)}\n`);
  }
  throw new ReportedError(exitCodes.refused);
}
