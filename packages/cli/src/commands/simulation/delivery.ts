import { isNameOf, listDeliveries, membersOf } from '@svc-simulator/contract';
import { diagnosisTexts, language, t } from '@svc-simulator/core';
import { refusal } from '../../failures.ts';
import { traceOf } from '../../input/session-filter.ts';
import { everyPage, plainCommand } from '../../plain-command.ts';
import { columns, plain } from '../../rendering/text.ts';
import { traceLine } from '../../rendering/trace-line.ts';

/** Characters that are shown of a body; `--json` has all of them. */
const SHOWN = 4000;
const types = 'webhook.emitted,webhook.attempted,webhook.delivered,webhook.gave_up';

export const declare = plainCommand({
  takes: { '[delivery]': 'its id, as sim delivery list shows it, or how it begins (default: the newest)' },
  json: 'print the delivery, and its events of the trace',
  call: async ({ connection, context: { program }, words: [id = ''] }) => {
    const client = connection.console();
    const all = await everyPage((query) => client.call(listDeliveries, { query }));
    const delivery = all.find(({ delivery_id }) => delivery_id.startsWith(id));
    if (delivery === undefined)
      throw refusal(t`there is no delivery ${plain(id)} here; see: ${program} delivery list`);
    const { delivery_id, session_id } = delivery;
    const events = await everyPage((query) => traceOf(client, { ...query, session_id, type: types }));
    return { data: { ...delivery, events: events.filter(({ data }) => data.delivery_id === delivery_id) } };
  },
  lines: ({ delivery_id, event, url, state, events, last_attempt: last }, colours) => [
    ...columns([
      [colours.dim(t`delivery`), `${delivery_id} ${state}`],
      [colours.dim('webhook'), `${plain(event)} → ${plain(url)}`],
    ]),
    ...events.flatMap((one) => [
      '',
      traceLine(one, colours),
      ...Object.entries(membersOf(one.data.headers)).map(
        ([name, value]) => `${colours.dim(`${name}:`)} ${plain(value)}`,
      ),
      ...[one.data.raw_body, one.data.response_body].flatMap((body) => (body ? plain(body, SHOWN) : [])),
    ]),
    ...causeOf(last?.cause ?? ''),
  ],
  next: ({ delivery_id, state }, { context: { program } }) =>
    state === 'gave_up' ? `${program} delivery resend ${delivery_id}` : undefined,
});

function causeOf(cause: string): string[] {
  if (!isNameOf(diagnosisTexts, cause)) return [];
  const { reason, advice } = diagnosisTexts[cause];
  return ['', reason[language()], advice[language()]];
}
