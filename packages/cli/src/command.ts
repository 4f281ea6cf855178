import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

export type DeclareCommand = (command: Command, context: CliContext) => void;

export interface CommandEntry {
  readonly name: string;
  readonly summary: PlainKey;
  readonly load: () => Promise<DeclareCommand>;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: PlainKey;
  readonly commands: readonly CommandEntry[];
}
