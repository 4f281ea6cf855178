import type { DataOf } from '@svc-simulator/client';
import { durationMsOf, getClock, resendDeliveries, resendDelivery } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Connection } from '../../connection/connection.ts';
import { wrongUsage } from '../../failures.ts';
import { plainCommand } from '../../plain-command.ts';
import { columns, plain } from '../../rendering/text.ts';
import { targetOf } from '../../rendering/trace-line.ts';

type Resent = DataOf<typeof resendDelivery> | DataOf<typeof resendDeliveries>;

export const declare = plainCommand({
  takes: {
    '[delivery]': 'id of the delivery, as sim delivery list shows it',
    '--given-up': 'all that were given up and not sent again since, up to 200',
    '--since <when>': 'with --given-up: emitted since then, such as 2h or 2027-01-31T12:00:00Z',
    '--url <text>': 'with --given-up: only to addresses that contain this',
    '--as-new': 'under a fresh idempotency key, as if it were another webhook',
  },
  call: async ({ connection, given }): Promise<{ data: Resent }> => {
    const { delivery: delivery_id, asNew = false, givenUp = false, since, url } = given;
    if (givenUp === (delivery_id !== undefined)) throw wrongUsage(t`name a delivery, or all with --given-up`);
    const api = connection.api();
    if (delivery_id !== undefined)
      return api.call(resendDelivery, { params: { delivery_id }, body: { as_new: asNew } });
    const from = since && { since: await instantOf(connection, since) };
    return api.call(resendDeliveries, { body: { as_new: asNew, ...from, ...(url && { url }) } });
  },
  lines: (data, colours, _nowMs, { given }) => {
    const rows = 'deliveries' in data ? data.deliveries : [data];
    if (given.givenUp && rows.length === 0) return [t`nothing that was given up is left to be sent again`];
    return columns(
      rows.flatMap(({ delivery_id, event, route, url, idempotency_key }) => [
        [colours.dim(t`delivery`), delivery_id],
        [colours.dim('webhook'), `${plain(event)} ${targetOf({ route, url })}`],
        [colours.dim('idempotency-key'), `${idempotency_key}${given.asNew ? t` (new)` : ''}`],
      ]),
    );
  },
  next: (data, { context: { program } }) => {
    if ('session_id' in data) return `${program} trace --session ${data.session_id}`;
    return data.complete ? undefined : t`there may be more; the same command sends the next ones`;
  },
});

/** A length of time is one before now, by the account's clock. */
async function instantOf(connection: Connection, text: string): Promise<string> {
  const ms = durationMsOf(text);
  if (ms === null) return text;
  const { data } = await connection.api().call(getClock);
  return new Date(Date.parse(data.now) - ms).toISOString();
}
