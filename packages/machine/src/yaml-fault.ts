import { isOneOf } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Codes of the parser that there are words for. */
const known = [
  'BAD_ALIAS',
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'DUPLICATE_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'TAB_AS_INDENT',
] as const;

/** As the library `yaml` throws it; an alias that is not there is no error of its kind. */
interface YamlFault {
  readonly code?: string;
  readonly linePos?: readonly { readonly line: number; readonly col: number }[];
}

/** Why a text is no YAML, and where, by what its parser threw. */
export function yamlFault(t: Texts, error: unknown): string {
  const { code, linePos = [] }: YamlFault =
    error instanceof ReferenceError ? { code: 'BAD_ALIAS' } : (error ?? {});
  const why = t(isOneOf(known, code) ? `machine.yaml.${code}` : 'machine.yaml.other');
  const [at] = linePos;
  return at ? t('machine.yaml.at', { why, line: at.line, column: at.col }) : why;
}
