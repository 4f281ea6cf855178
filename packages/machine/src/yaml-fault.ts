import { isOneOf } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

const knownCodes = [
  'BAD_ALIAS',
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'DUPLICATE_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'TAB_AS_INDENT',
] as const;

/** An error of the library `yaml`. */
interface YamlFault {
  readonly code?: string;
  readonly linePos?: readonly { readonly line: number; readonly col: number }[];
}

/** Describes why a text isn't valid YAML, and where. */
export function yamlFault(t: Texts, error: unknown): string {
  // For a missing alias, the library throws a ReferenceError.
  const { code, linePos = [] }: YamlFault =
    error instanceof ReferenceError ? { code: 'BAD_ALIAS' } : (error ?? {});
  const reason = t(isOneOf(knownCodes, code) ? `machine.yaml.${code}` : 'machine.yaml.other');
  const [position] = linePos;
  return position ? t('machine.yaml.at', { why: reason, line: position.line, column: position.col }) : reason;
}
