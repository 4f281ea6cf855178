import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds arguments, options and the action to a command that already has its name and description. */
export type Declare = (command: Command, context: CliContext) => void;

export interface Leaf {
  readonly name: string;
  readonly summary: PlainKey;
  readonly load: () => Promise<Declare>;
}

export interface Group {
  readonly name: string;
  readonly summary: PlainKey;
  readonly commands: readonly Leaf[];
}
