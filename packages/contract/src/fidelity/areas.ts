import { type Tag, tagOf } from '../operation-tags.ts';
import type { Difference } from './differences.ts';

export const fidelityAreas = [
  'conventions',
  'accounts',
  'sessions',
  'states',
  'settings',
  'webhooks',
  'relay',
  'simulator',
  'snapshots',
  'payment-page',
  'merchants',
  'terminals',
  'transactions',
  'closings',
  'classes',
  'command-line',
  'older',
] as const;

const areaOfTag: Readonly<Record<Tag, (typeof fidelityAreas)[number]>> = {
  'Payment sessions': 'sessions',
  Agreements: 'sessions',
  Stops: 'sessions',
  Accounts: 'accounts',
  Control: 'simulator',
  Console: 'simulator',
  Service: 'simulator',
  Classes: 'classes',
  'Payment page': 'payment-page',
  Merchants: 'merchants',
  Terminals: 'terminals',
  Transactions: 'transactions',
  Closings: 'closings',
  Operator: 'simulator',
};

export function areaOf({ id, operation }: Pick<Difference, 'id' | 'operation'>): string {
  const [chapter = ''] = id.split('.');
  const [, path = ''] = operation?.split(' ') ?? [];
  return chapter === 'operations' ? areaOfTag[tagOf({ path })] : chapter;
}
