export { endToEndHeaders } from './forwarding.ts';
export { connectRelay, type Relay, type RelayEnd, type RelayOptions } from './relay.ts';
export { type RelayContext, runRelayCommand } from './relay-command.ts';
export type { OutputStream, RelayEvent, RelayStyle, WebhookDelivered } from './relay-lines.ts';
export type { RelayFlags } from './relay-usage.ts';
export { type ReplayFlags, runReplayCommand } from './replay/replay-command.ts';
export type { Forward } from './rules/rules.ts';
