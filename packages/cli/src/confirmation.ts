import { t } from '@svc-simulator/core';
import type { CliContext } from './cli-context.ts';
import { refusal, wrongUsage } from './failures.ts';
import { plain } from './rendering/text.ts';
import { taking } from './takes.ts';

/** What a command takes that destroys something. */
export const yesTakes = taking({ '-y, --yes': 'ask nothing' });

/**
 * Asks whoever sits at a terminal whether they mean it. Elsewhere nobody can be asked: what tests do all the time (`isTestData`) is
 * done, and what cannot be had back wants `--yes`. @throws CommandError when it is not meant
 */
export async function expectMeant(
  context: CliContext,
  question: string,
  { yes, isTestData = false }: { readonly yes?: boolean; readonly isTestData?: boolean },
): Promise<void> {
  if (yes) return;
  const answer = await context.ask(`${question} ${t`[y/N]`} `);
  if (answer === null && isTestData) return;
  if (answer === null)
    throw wrongUsage(t`this cannot be undone, and nobody is here to be asked; --yes does it`);
  if (/^\s*(y|yes|s|si|sí)\s*$/i.test(answer)) return;
  if (answer === '') context.stderr.write('\n');
  throw refusal(t`nothing was changed; --yes does it without asking`);
}

/** The account that a command works as, in a question. */
export function accountInWords(account: { readonly short_name: string } | null): string {
  return account ? t`the account ${plain(account.short_name)}` : t`the account of this credential`;
}
