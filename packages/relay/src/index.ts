export { endToEndHeaders } from './forwarding.ts';
export type { Output } from './line-writer.ts';
export { connectRelay, type Relay, type RelayEnd, type RelayOptions } from './relay.ts';
export { type RelayContext, runRelayCommand } from './relay-command.ts';
export type { RelayEvent, WebhookDelivered } from './relay-event.ts';
export type { RelayStyle } from './relay-lines.ts';
export type { RelayFlags } from './relay-usage.ts';
export { type ReplayFlags, runReplayCommand } from './replay/replay-command.ts';
export type { Forward } from './rules/target.ts';
