import { getHealth } from '@svc-simulator/contract';
import { plainCommand } from '../plain-command.ts';
import { plain } from '../rendering/text.ts';

export const declare = plainCommand({
  call: ({ connection }) => connection.open().call(getHealth),
  lines: ({ status, version, uptime_s }, colours, _nowMs, { connection }) => [
    colours.t('cli.health.version_up_s', {
      status: colours.green(plain(status)),
      url: connection.url,
      version: plain(version),
      floor: Math.floor(uptime_s),
    }),
  ],
});
