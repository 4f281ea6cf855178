import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

export type Declare = (command: Command, context: CliContext) => void;

export interface Leaf {
  readonly name: string;
  readonly summary: PlainKey;
  readonly load: () => Promise<Declare>;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: PlainKey;
  readonly commands: readonly Leaf[];
}
