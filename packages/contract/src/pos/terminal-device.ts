/** Code for a terminal on Node and in a browser, so it imports nothing of either. */

/** Header names of a terminal's request, in lower case (contract section 6). */
export const terminalHeaders = { signature: 'x-pos-signature', timestamp: 'x-pos-timestamp' } as const;

/** Returns the part of the signed text after the body: the instant and the URL (contract section 6). */
export function signedAfterBody({
  timestamp,
  url,
}: {
  readonly timestamp: string;
  readonly url: string;
}): string {
  return `\n${timestamp}\n${url}`;
}

/** Returns the number of the next batch; batch numbers that are texts don't count. */
export function batchAfter(closings: readonly { readonly batchNumber: number | string }[]): number {
  const numbers = closings.map(({ batchNumber }) => Number(batchNumber)).filter(Number.isSafeInteger);
  return Math.max(0, ...numbers) + 1;
}
