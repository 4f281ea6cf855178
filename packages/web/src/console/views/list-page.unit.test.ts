import { expect, it } from 'vitest';
import { readVisibleRows } from './list-page.tsx';

const readEvenRows = (count: number, firstPages: readonly (readonly number[])[]) => {
  let reads = 0;
  const read = async (cursor = '0') => {
    reads++;
    const data = firstPages[Number(cursor)] ?? [1];
    return { ok: true, data, nextCursor: String(Number(cursor) + 1), total: undefined } as const;
  };
  return readVisibleRows(read, (row) => row % 2 === 0, count).then(({ result, hidesRows }) => ({
    rows: result.ok && result.data,
    nextCursor: result.ok && result.nextCursor,
    hidesRows,
    reads,
  }));
};

it('reads on after pages with hidden rows until enough rows are visible', async () => {
  const pages = [
    [1, 2],
    [3, 5],
    [4, 7],
  ];
  expect(await readEvenRows(2, pages)).toEqual({ rows: [2, 4], nextCursor: '3', hidesRows: true, reads: 3 });
});

it('returns a short page as it is if it hides no row', async () => {
  expect(await readEvenRows(9, [[2, 4]])).toEqual({
    rows: [2, 4],
    nextCursor: '1',
    hidesRows: false,
    reads: 1,
  });
});

it('stops after ten pages whose rows are all hidden', async () => {
  expect(await readEvenRows(1, [])).toEqual({ rows: [], nextCursor: '10', hidesRows: true, reads: 10 });
});
