/** One message of an event stream. */
export interface StreamMessage {
  /** The last `id:` seen so far in the stream; empty when there was none. */
  readonly id: string;
  readonly data: string;
}

/**
 * Reads the messages of a `text/event-stream` (HTML Standard, Server-sent events): lines end in LF, CR or CRLF, comments
 * and messages without data are skipped, several `data:` lines are joined by LF.
 */
export async function* messagesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  let data: string[] = [];
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be the first half of a CRLF, so it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, data: data.join('\n') };
        data = [];
        continue;
      }
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'data') data.push(value);
      else if (name === 'id' && !value.includes('\0')) id = value;
    }
  }
}
