import { DAY_MS } from '../fields/durations.ts';

export const operatorActs = [
  ...(['create', 'suspend', 'resume', 'password', 'quotas', 'delete', 'notice'] as const),
  ...(['open_registration', 'close_registration'] as const),
] as const;
export type OperatorAct = (typeof operatorActs)[number];

export const ACT_RETENTION_MS = 365 * DAY_MS;
