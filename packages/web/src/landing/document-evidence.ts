import { isObject, mapValues, membersOf } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { casesByOperation } from '@svc-simulator/verify/evidence.ts';
import { texts } from './texts.ts';

/** The OpenAPI document with how many cases of the suite judge each operation, axis by axis. */
export function withCases(document: Readonly<Record<string, unknown>>, language: Language): object {
  const paths = mapValues(membersOf(document.paths), (path) =>
    mapValues(membersOf(path), (operation) => withOwn(operation, language)),
  );
  return { ...document, paths };
}

function withOwn(operation: unknown, language: Language): unknown {
  if (!isObject(operation)) return operation;
  const cases = casesByOperation().get(String(operation.operationId).replace(/Alias\d*$/, ''));
  if (!cases) return operation;
  const { description } = operation;
  const counted = texts[language].cases(cases);
  return {
    ...operation,
    description: description === undefined ? counted : `${description}\n\n${counted}`,
    'x-cases': cases,
  };
}
