import type { PlainKey } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds arguments, options and the action to a command that has its name and description already. */
export type Declare = (command: Command, context: CliContext) => void;

/** A command that does something; what it needs is loaded when it is called. */
export interface Leaf {
  readonly name: string;
  readonly summary: PlainKey;
  readonly load: () => Promise<{ readonly declare: Declare }>;
}

/** A command that only has commands of its own. */
export interface Group {
  readonly name: string;
  readonly summary: PlainKey;
  readonly commands: readonly Leaf[];
}

/** The commands of a group that there are summaries of. */
type NameIn<G extends string> = {
  [Key in PlainKey]: Key extends `help.${G}.${infer Name}` ? Name : never;
}[PlainKey];

/** Commands that stand in one file; their names and summaries are here, so that help loads none. */
export function group<const G extends string, const C extends NameIn<G>>(
  of: G,
  load: () => Promise<Readonly<Record<C, Declare>>>,
  names: readonly C[],
): readonly Leaf[] {
  return names.map((name) => ({
    name,
    summary: `help.${of}.${name}` as PlainKey,
    load: async () => ({ declare: (await load())[name] }),
  }));
}
