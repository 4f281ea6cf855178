import { getHealth } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { plainCommand } from '../plain-command.ts';
import { plain } from '../rendering/text.ts';

export const declare = plainCommand({
  call: ({ connection }) => connection.open().call(getHealth),
  lines: ({ status, version, uptime_s }, colours, _nowMs, { connection }) => [
    t`${colours.green(plain(status))}  ${connection.url}  version ${plain(version)}, up ${Math.floor(uptime_s)} s`,
  ],
});
