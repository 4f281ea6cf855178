import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';
import { refusal, wrongUsage } from './failures.ts';
import { yesOrNo } from './input/values.ts';
import { plain } from './rendering/text.ts';
import { taking } from './takes.ts';

/** What a command takes that destroys something. */
export const yesTakes = taking({ '-y, --yes': 'cli.confirm.yes' });

/** Asks whoever sits at a terminal whether they mean it; elsewhere it wants `--yes`. @throws CommandError when it is not meant */
export async function expectMeant(
  context: CliContext,
  question: string,
  { yes }: { readonly yes?: boolean },
): Promise<void> {
  const { t } = context;
  if (yes) return;
  const answer = await context.ask(`${question} ${t('cli.confirm.yes_or_no')} `);
  if (answer === null) throw wrongUsage(t('cli.confirm.cannot_undone_nobody_asked'));
  if (yesOrNo(answer)) return;
  if (answer === '') context.stderr.write('\n');
  throw refusal(t('cli.confirm.nothing_changed_yes_without'));
}

/** The account that a command works as, in a question. */
export function accountInWords(t: Texts, account: { readonly short_name: string } | null): string {
  return account
    ? t('cli.confirm.account', { short_name: plain(account.short_name) })
    : t('cli.confirm.account_credential');
}
