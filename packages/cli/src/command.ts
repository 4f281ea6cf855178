import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds arguments, options and the action to a command that has its name and description already. */
export type Declare = (command: Command, context: CliContext) => void;

/** A command that does something; what it needs is loaded when it is called. */
export interface Leaf {
  readonly name: string;
  readonly summary: PlainKey;
  readonly load: () => Promise<Declare>;
}

/** A command that only has commands of its own. */
export interface Group {
  readonly name: string;
  readonly summary: PlainKey;
  readonly commands: readonly Leaf[];
}
