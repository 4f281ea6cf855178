/** What a terminal itself goes by, on Node and in a browser: nothing of either is imported. */

/** Names of the headers of a terminal's request, in lower case (contract section 6). */
export const terminalHeaders = { signature: 'x-pos-signature', timestamp: 'x-pos-timestamp' } as const;

/** What is signed after the body: the instant in ISO 8601, and path and query as they are sent (contract section 6). */
export function signedAfterBody({
  timestamp,
  url,
}: {
  readonly timestamp: string;
  readonly url: string;
}): string {
  return `\n${timestamp}\n${url}`;
}

/** The number of the next batch; a closing's number may be a text that only its merchant understands. */
export function batchAfter(closings: readonly { readonly batchNumber: number | string }[]): number {
  const numbers = closings.map(({ batchNumber }) => Number(batchNumber)).filter(Number.isSafeInteger);
  return Math.max(0, ...numbers) + 1;
}
