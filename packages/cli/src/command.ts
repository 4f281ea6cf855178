import { namesOf } from '@svc-simulator/contract';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds arguments, options and the action to a command that has its name and description already. */
export type Declare = (command: Command, context: CliContext) => void;

/** A command that does something; what it needs is loaded when it is called. */
export interface Leaf {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly declare: Declare }>;
}

/** A command that only has commands of its own. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Leaf[];
}

/** Commands that stand in one file, and their summaries here, so that help loads none. */
export function group<C extends string>(
  load: () => Promise<Readonly<Record<C, Declare>>>,
  summaries: Readonly<Record<NoInfer<C>, string>>,
): readonly Leaf[] {
  return namesOf(summaries).map((name) => ({
    name,
    summary: summaries[name],
    load: async () => ({ declare: (await load())[name] }),
  }));
}
