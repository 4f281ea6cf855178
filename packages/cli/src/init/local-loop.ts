import type { CliContext } from '../cli-context.ts';
import { detectShell, type Shell } from '../rendering/text.ts';
import type { Framework } from './frameworks.ts';

const evaluations = {
  sh: (program) => `eval "$(${program} env)"`,
  fish: (program) => `${program} env --shell fish | source`,
  powershell: (program) => `${program} env --shell powershell | Out-String | Invoke-Expression`,
} satisfies Record<Shell, (program: string) => string>;

/** The last steps of `sim init` are the same in every project. */
export function localLoop(
  { t, env, program }: CliContext,
  { port, readsDotenv }: Framework,
): readonly string[] {
  const environment = readsDotenv ? `${program} env --dotenv .env` : evaluations[detectShell(env)](program);
  return [
    t('cli.init.start_simulator', { program }),
    t('cli.init.start_program', { environment }),
    t('cli.init.test_receiver', { program, port }),
  ];
}
