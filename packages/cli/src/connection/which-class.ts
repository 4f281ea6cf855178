import { listClasses } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../failures.ts';
import { everyPage } from '../plain-command.ts';
import { plain } from '../rendering/text.ts';
import type { Connection } from './connection.ts';

/** The class that is named by its id or its title, as a path has it. @throws CommandError when none has the title, or several. */
export async function classOf(
  connection: Connection,
  named: string,
  program: string,
): Promise<{ readonly class_id: string }> {
  if (/^cls_[0-9a-f]{16}$/.test(named)) return { class_id: named };
  const [only, another] = (
    await everyPage((query) => connection.console().call(listClasses, { query }))
  ).filter(({ title }) => title === named);
  if (!only) {
    throw refusal(t`no class of this account is called ${plain(named)}; ${program} class list shows them`);
  }
  if (another) {
    throw wrongUsage(
      t`several classes are called ${plain(named)}; say which by an id that ${program} class list shows`,
    );
  }
  return { class_id: only.class_id };
}

/** The class of an account that has one alone. @throws CommandError when there is none, or several. */
export async function onlyClass(
  connection: Connection,
  program: string,
): Promise<{ readonly class_id: string }> {
  const { data } = await connection.console().call(listClasses, { query: { limit: 2 } });
  const [only, another] = data;
  if (!only) {
    throw refusal(t`there is no class in this account; ${program} class create TITLE makes one`);
  }
  if (another) {
    throw wrongUsage(
      t`there are several classes in this account; say which, by its title or by an id that ${program} class list shows`,
    );
  }
  return { class_id: only.class_id };
}
