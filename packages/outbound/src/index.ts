export type { OutboundAnswer } from './answer.ts';
export * from './deadline-queue.ts';
export { failureReason, otherListensReason, TIMED_OUT } from './failure.ts';
export * from './outbound-client.ts';
export * from './raw-sender.ts';
export * from './slots.ts';
