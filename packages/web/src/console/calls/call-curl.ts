import { type CallData, operations } from '@svc-simulator/contract';
import { quoted } from '../sessions/curl-command.ts';

/** The variable that holds what each credential is, as `sim env` names those that it prints. */
const variables = { api: 'SIM_TOKEN', merchant: 'MERCHANT_TOKEN', console: 'SIM_CONSOLE_TOKEN' } as const;

/** A command for bash that makes a call again; its credential is a variable. A terminal's signature is not in it. */
export function callCommand(origin: string, { method, path, operation, request }: CallData): string {
  const auth = operations.find(({ id }) => id === operation)?.auth ?? 'api';
  const variable = auth === 'merchant' || auth === 'console' ? variables[auth] : variables.api;
  const lines = [
    `curl -i --globoff --path-as-is -X ${method} ${quoted(origin + path)}`,
    ...(auth === 'none' || auth === 'terminal' ? [] : [`-H "Authorization: Bearer $${variable}"`]),
    ...(request ? [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(request.text)}`] : []),
  ];
  return lines.join(' \\\n  ');
}
