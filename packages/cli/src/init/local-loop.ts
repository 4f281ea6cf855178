import type { CliContext } from '../cli-context.ts';
import { detectShell, type Shell } from '../rendering/text.ts';
import type { Framework } from './frameworks.ts';

const environmentCommands = {
  sh: (program) => `eval "$(${program} env)"`,
  fish: (program) => `${program} env --shell fish | source`,
  powershell: (program) => `${program} env --shell powershell | Out-String | Invoke-Expression`,
} satisfies Record<Shell, (program: string) => string>;

/** Returns the last steps that `sim init` prints: start the simulator and the program, send a test webhook. */
export function listLastSteps(
  { t, env, program }: CliContext,
  { port, readsDotenv }: Framework,
): readonly string[] {
  const environmentCommand = readsDotenv
    ? `${program} env --dotenv .env`
    : environmentCommands[detectShell(env)](program);
  return [
    t('cli.init.start_simulator', { program }),
    t('cli.init.start_program', { environment: environmentCommand }),
    t('cli.init.test_receiver', { program, port }),
  ];
}
