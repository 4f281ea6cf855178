import { resendDelivery } from '@svc-simulator/contract';
import { type OperationResult, type PageCall, seeOther, urlWithQuery } from '../page-call.ts';

/** Maximum number of rows that one click changes: a page of the largest size. */
const MAX_ROWS = 100;

export function pickedRowIds({ form }: Pick<PageCall, 'form'>): readonly string[] {
  return [...new Set(form.getAll('row'))].slice(0, MAX_ROWS);
}

/** Runs an operation for each id in turn, and shows the list again with the number of successes. */
export async function runForEach(
  { url }: PageCall,
  noticeName: string,
  ids: readonly string[],
  run: (id: string) => Promise<OperationResult<unknown>>,
): Promise<Response> {
  let count = 0;
  for (const id of ids) {
    const result = await run(id);
    if (result.ok) count++;
    // A rate limit or an outage would also refuse the remaining ids.
    else if (result.status === 429 || result.status >= 500) break;
  }
  const figures = { count: String(count), left: String(ids.length - count) };
  return seeOther(urlWithQuery(url, figures), noticeName);
}

export function resendEach(call: PageCall, deliveryIds: readonly string[]): Promise<Response> {
  return runForEach(call, 'rows_resent', deliveryIds, (delivery_id) =>
    call.perform(resendDelivery, { params: { delivery_id }, body: {} }),
  );
}
