export const snapshotRecordLists = [
  'agreements',
  'partners',
  'sessions',
  'deliveries',
  'practices',
  'terminals',
  'transactions',
  'settlements',
] as const;

export const snapshotListNames = [...snapshotRecordLists, 'trace'] as const;
export type SnapshotList = (typeof snapshotListNames)[number];
