import type { CliContext } from '../cli-context.ts';
import { detectShell, type Shell } from '../rendering/text.ts';
import type { Framework } from './frameworks.ts';

const environmentCommands = {
  sh: (program) => `eval "$(${program} env)"`,
  fish: (program) => `${program} env --shell fish | source`,
  powershell: (program) => `${program} env --shell powershell | Out-String | Invoke-Expression`,
} satisfies Record<Shell, (program: string) => string>;

/** Returns the last steps of `sim init`, which are the same in every project. */
export function listLastSteps(
  { t, env, program }: CliContext,
  { port, readsDotenv }: Framework,
): readonly string[] {
  const environment = readsDotenv
    ? `${program} env --dotenv .env`
    : environmentCommands[detectShell(env)](program);
  return [
    t('cli.init.start_simulator', { program }),
    t('cli.init.start_program', { environment }),
    t('cli.init.test_receiver', { program, port }),
  ];
}
