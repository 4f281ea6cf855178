import { type DeliveryStateName, deliveryStates, isNameOf, listDeliveries } from '@svc-simulator/contract';
import { attemptError, diagnosisTexts, language, t } from '@svc-simulator/core';
import { listCommand, pageOf } from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { ago, columns, plain } from '../../rendering/text.ts';

export const declare = listCommand({
  takes: {
    '--state <state>': { text: 'only those', choices: deliveryStates },
    '--q <text>': 'only those with this in their URL, or an id (their own, of the session) that begins so',
  },
  call: ({ connection, given }) => {
    const { state, q } = given;
    return connection.console().call(listDeliveries, { query: { state, q, ...pageOf(given) } });
  },
  lines: (deliveries, colours, nowMs) =>
    columns(
      deliveries.map(({ delivery_id, event, state, last_attempt: last, created_at, url }) => [
        delivery_id,
        colourOf(state, colours)(state),
        colours.dim(ago(created_at, nowMs)),
        plain(event.replace('payment_session.', '')),
        last === null
          ? '-'
          : `${last.status ?? plain(attemptError(last.error ?? '', language()), 40)} ${Math.round(last.duration_ms)} ms`,
        [plain(url, 60), causeOf(last?.cause ?? '')].filter(Boolean).join('  '),
      ]),
    ),
  ifEmpty: (program, { state, q }) =>
    (state ?? q) ? t`no delivery is like that` : t`no delivery here; ${program} trigger paid makes some`,
});

function colourOf(state: DeliveryStateName, colours: Colours): (text: string) => string {
  if (state === 'delivered' || state === 'healed') return colours.green;
  return state === 'gave_up' ? colours.red : colours.yellow;
}

function causeOf(cause: string): string {
  return isNameOf(diagnosisTexts, cause) ? diagnosisTexts[cause].reason[language()] : '';
}
