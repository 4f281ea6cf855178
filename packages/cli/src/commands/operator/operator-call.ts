import { type Client, createClient } from '@svc-simulator/client';
import { CALL_TIMEOUT_MS } from '../../connection/connection.ts';
import { wrongUsage } from '../../failures.ts';
import { operatorTokenOption } from '../../input/operator-token.ts';
import { defineParameters } from '../../parameters.ts';
import type { ConnectedCall } from '../../request-command.ts';

export const operatorParameters = defineParameters({
  '--operator-token <token>': { text: 'cli.operator.token', env: 'SIM_OPERATOR_TOKEN', token: true },
  '--operator-token-file <file>': { text: 'cli.operator.token_file', env: 'SIM_OPERATOR_TOKEN_FILE' },
});

export const accountParameters = defineParameters({
  '<account>': 'field.account.operator',
  ...operatorParameters,
});

export type OperatorCommandCall = Pick<
  ConnectedCall<typeof operatorParameters>,
  't' | 'context' | 'connection' | 'values'
>;

/**
 * Returns a client that uses only the operator's token.
 * @throws CommandError without a token
 */
export async function operatorClient(
  { t, context, connection, values }: OperatorCommandCall,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<Client> {
  const { operatorToken: token } = await operatorTokenOption(context, values);
  if (token === undefined) throw wrongUsage(t('cli.operator.no_token'));
  return createClient({ ...connection.clientOptions, token, signal: context.deadline(timeoutMs) });
}
