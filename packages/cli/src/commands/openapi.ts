import { getOpenApi } from '@svc-simulator/contract';
import { plainCommand } from '../plain-command.ts';

export const declare = plainCommand({
  json: 'cli.openapi.json',
  call: ({ connection }) => connection.open().call(getOpenApi),
  lines: (document) => [JSON.stringify(document, null, 2)],
});
