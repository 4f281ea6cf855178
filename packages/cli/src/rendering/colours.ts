import { Chalk, type ChalkInstance } from 'chalk';
import type { CliContext, Output } from '../cli-context.ts';

/** Colours of a stream, and the language of its reader. */
export type Colours = ChalkInstance & Pick<CliContext, 't'>;

/**
 * Colours for one stream: none where it is no terminal, or where `NO_COLOR` or `TERM=dumb` say so; `FORCE_COLOR` wins
 * over the kind of stream, `NO_COLOR` over everything.
 */
export function coloursFor(
  output: Pick<Output, 'isTerminal'>,
  { env, t }: Pick<CliContext, 'env' | 't'>,
): Colours {
  return Object.assign(new Chalk({ level: hasColours(output, env) ? 1 : 0 }), { t });
}

function hasColours(
  { isTerminal }: Pick<Output, 'isTerminal'>,
  { NO_COLOR, FORCE_COLOR, TERM }: CliContext['env'],
): boolean {
  if ((NO_COLOR ?? '') !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}
