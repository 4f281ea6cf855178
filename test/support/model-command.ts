import type fc from 'fast-check';
import type { AccountModel } from './model-state.ts';
import type { ModelWorld } from './model-world.ts';

/** One command of a history; its text is what a counterexample shows. */
export class Command implements fc.AsyncCommand<AccountModel, ModelWorld> {
  readonly #text: string;
  readonly #run: (model: AccountModel, world: ModelWorld) => Promise<void>;
  readonly #check: (model: Readonly<AccountModel>) => boolean;

  constructor(
    text: string,
    run: (model: AccountModel, world: ModelWorld) => Promise<void>,
    check: (model: Readonly<AccountModel>) => boolean = () => true,
  ) {
    this.#text = text;
    this.#run = run;
    this.#check = check;
  }

  check(model: Readonly<AccountModel>): boolean {
    return this.#check(model);
  }

  async run(model: AccountModel, world: ModelWorld): Promise<void> {
    await this.#run(model, world);
    await world.settle(model);
  }

  toString(): string {
    return this.#text;
  }
}

/** One of a list that may have any length but none. */
export function chosen<T>(list: readonly T[], which: number): T {
  return list[which % list.length] as T;
}
