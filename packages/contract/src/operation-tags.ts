import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Operation } from './operation.ts';

const tagNames = [
  'Payment sessions',
  'Agreements',
  'Accounts',
  'Stops',
  'Control',
  'Console',
  'Classes',
  'Payment page',
  'Service',
  'Merchants',
  'Terminals',
  'Transactions',
  'Closings',
  'Operator',
] as const;

export type Tag = (typeof tagNames)[number];

export function tagsIn(t: Texts) {
  return tagNames.map((name) => ({ name, description: t(`api.tag.${name}`) }));
}

/** The first matching pattern determines the tag, so specific patterns come before general ones. */
const tagPatterns: readonly (readonly [RegExp, Tag])[] = [
  [/^\/operator\/|^\/notice$/, 'Operator'],
  [/\/settlements/, 'Closings'],
  [/\/pairing|\/pos-terminals$/, 'Terminals'],
  [/\/transactions/, 'Transactions'],
  [/^\/api\/v1\/merchants/, 'Merchants'],
  [/\/payment-stops/, 'Stops'],
  [/\/payment-sessions/, 'Payment sessions'],
  [/^\/api\/v1\/ext\//, 'Agreements'],
  [/^\/(control|__test__)\//, 'Control'],
  [/^\/(register$|console\/(register|login|login-link|password|account)$|api\/svcpagos\/)/, 'Accounts'],
  [/^\/console\/(class(es)?|certificates)(\/|$)|^\/verificar\//, 'Classes'],
  [/^\/console\//, 'Console'],
  [/^\/pay\/|^\/\{session_id\}$/, 'Payment page'],
];

export function tagOf({ path }: Pick<Operation, 'path'>): Tag {
  return tagPatterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
}
