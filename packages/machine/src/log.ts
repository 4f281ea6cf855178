/** One line of the simulator's log: what happened, and its circumstances as plain values. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;
