import { namesOf } from '@svc-simulator/contract';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** Adds arguments, options and the action to a command that has its name and description already. */
export type Declare = (command: Command, context: CliContext) => void;

/** A command that does something; what it needs is loaded when it is called. */
export interface Leaf {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Declare>;
}

/** A command that only has commands of its own. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Leaf[];
}

/** A command by itself. */
export function leaf(name: string, summary: string, load: () => Promise<Declare>): Leaf {
  return { name, summary, load };
}

/** A group whose commands stand in one file, and their summaries here, so that help loads none. */
export function group<C extends string>(
  name: string,
  summary: string,
  load: () => Promise<Readonly<Record<C, Declare>>>,
  summaries: Readonly<Record<NoInfer<C>, string>>,
): Group {
  const commands = namesOf(summaries).map((one) =>
    leaf(one, summaries[one], async () => (await load())[one]),
  );
  return { name, summary, commands };
}
