import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Operation } from './operation.ts';

const tags = [
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
] as const;

export type Tag = (typeof tags)[number];

export function tagsIn(t: Texts) {
  return tags.map((name) => ({ name, description: t(`api.tag.${name}`) }));
}

/** The first pattern that matches a path gives the tag, so special patterns precede general ones. */
const rules: readonly (readonly [RegExp, Tag])[] = [
  [/\/settlements/, 'Closings'],
  [/\/pairing|\/pos-terminals$/, 'Terminals'],
  [/\/transactions/, 'Transactions'],
  [/^\/api\/v1\/merchants/, 'Merchants'],
  [/\/payment-stops/, 'Stops'],
  [/\/payment-sessions/, 'Payment sessions'],
  [/^\/api\/v1\/ext\//, 'Agreements'],
  [/^\/(control|__test__)\//, 'Control'],
  [/^\/(register$|console\/(register|login|login-link|password|account)$|api\/svcpagos\/)/, 'Accounts'],
  [/^\/console\/class(es)?(\/|$)/, 'Classes'],
  [/^\/console\//, 'Console'],
  [/^\/pay\/|^\/\{session_id\}$/, 'Payment page'],
];

export function tagOf({ path }: Pick<Operation, 'path'>): Tag {
  return rules.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
}
