export * from './clock.ts';
export * from './effects.ts';
export * from './policy.ts';
export * from './random.ts';
export * from './records.ts';
