import type { Simulator } from './simulator.ts';

export interface SeenEvent {
  readonly id: number;
  readonly type: string;
  readonly session_id: string;
  /** `performance.now()` when it arrived here. */
  readonly seenAt: number;
}

/** Follows the live trace from now on, and calls `see` for each event, until `signal` is aborted. */
export async function followTrace(
  simulator: Simulator,
  signal: AbortSignal,
  see: (event: SeenEvent) => void,
): Promise<void> {
  const response = await fetch(`${simulator.url}/console/trace`, {
    headers: { authorization: `Bearer ${simulator.consoleToken}`, accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`no live trace: ${response.status}`);
  const chunks = response.body.pipeThrough(new TextDecoderStream());
  // Reading goes on behind the caller's back; it ends with the signal.
  void read(chunks, see).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

async function read(chunks: ReadableStream<string>, see: (event: SeenEvent) => void): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    const seenAt = performance.now();
    const messages = (rest + chunk).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (data !== undefined) see({ ...JSON.parse(data), seenAt });
    }
  }
}
