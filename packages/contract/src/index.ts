export * from './events.ts';
export * from './operation.ts';
export * from './problem.ts';
