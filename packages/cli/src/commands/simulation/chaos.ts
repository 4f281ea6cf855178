import { clearChaos, getChaos } from '@svc-simulator/contract';
import { plainCommand } from '../../plain-command.ts';
import { chaosLines } from '../../rendering/chaos-lines.ts';
import { declare as set } from './chaos-set.ts';

export const chaosCommands = {
  set,
  show: plainCommand({ call: ({ connection }) => connection.api().call(getChaos), lines: chaosLines }),
  off: plainCommand({ call: ({ connection }) => connection.api().call(clearChaos), lines: chaosLines }),
};
