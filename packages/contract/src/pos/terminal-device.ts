/** This module runs in Node and in browsers, so it must not import anything that needs one of them. */

/** Header names of a terminal's request, in lower case (contract section 6). */
export const terminalHeaders = { signature: 'x-pos-signature', timestamp: 'x-pos-timestamp' } as const;

/**
 * Returns the end of the signed text, which follows the body: the timestamp and the URL (contract section 6).
 */
export function signedAfterBody({
  timestamp,
  url,
}: {
  readonly timestamp: string;
  readonly url: string;
}): string {
  return `\n${timestamp}\n${url}`;
}

/** Returns the number of the next batch. Ignores batch numbers that aren't integers, such as `A-7`. */
export function batchAfter(closings: readonly { readonly batchNumber: number | string }[]): number {
  const numbers = closings.map(({ batchNumber }) => Number(batchNumber)).filter(Number.isSafeInteger);
  return Math.max(0, ...numbers) + 1;
}
