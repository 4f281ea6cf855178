import { getOpenApi } from '@svc-simulator/contract';
import { plainCommand } from '../plain-command.ts';

export const declare = plainCommand({
  json: 'on one line',
  call: ({ connection }) => connection.open().call(getOpenApi),
  lines: (document) => [JSON.stringify(document, null, 2)],
});
