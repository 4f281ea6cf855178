import { access, constants } from 'node:fs/promises';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { refusal, toCommandError, wrongUsage } from '../failures.ts';
import { detectFramework, frameworks } from '../init/frameworks.ts';
import { listLastSteps } from '../init/local-loop.ts';
import { packageFolder } from '../init/package-folder.ts';
import { createPlan, type PlannedFile, writePlan } from '../init/plan.ts';
import { Project } from '../init/project.ts';
import { defineParameters } from '../parameters.ts';
import type { Style } from '../rendering/report.ts';
import { type CommandCall, runCommand } from '../request-command.ts';

const initParameters = defineParameters({
  '--framework <name>': { text: 'cli.init.framework', choices: frameworks.map(({ name }) => name) },
  '--agent': 'cli.init.agent',
  '-y, --yes': 'cli.init.yes',
  '--dry-run': 'cli.init.dry_run',
});

export const init = runCommand({ hasConnection: false, parameters: initParameters, run: writeReceiver });

async function writeReceiver({
  t,
  values,
  context,
  report,
}: CommandCall<typeof initParameters>): Promise<void> {
  const project = new Project(context.directory, context.program);
  const detection = detectFramework(project);
  const framework = frameworks.find(({ name }) => name === values.framework) ?? detection?.framework;
  if (!framework) {
    throw wrongUsage(
      t('cli.init.unknown_project', { frameworks: frameworks.map(({ name }) => name).join(', ') }),
    );
  }
  const layout = framework.layout(t, project);
  const plan = createPlan(t, project, layout, values.agent);
  const steps = [...layout.steps, ...listLastSteps(context, framework)];
  const pendingSteps = values.yes ? [] : plan.filter(({ does }) => does === 'append');
  if (!values.dryRun) {
    await access(context.directory, constants.W_OK).catch(
      toCommandError(t, (code) => t('machine.cannot_write', { name: context.directory, code })),
    );
    if (plan.some(({ does }) => does === 'pack'))
      await context.pack(packageFolder()).catch((error) => throwPackError(t, error));
    await writePlan(
      t,
      project,
      plan.filter((step) => !pendingSteps.includes(step)),
    );
  }
  const result = { framework: framework.name, dry_run: values.dryRun === true, files: plan, next: steps };
  report(result, (style) => [
    framework === detection?.framework
      ? `${style.bold(framework.label)}  ${detection.file}`
      : style.bold(framework.label),
    ...plan.flatMap((step) => stepLines(step, pendingSteps.includes(step), style)),
    ...(values.dryRun ? [style.t('cli.init.dry_run_done')] : []),
    '',
    style.t('cli.init.remaining_steps'),
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ]);
}

function throwPackError(t: Texts, error: Error): never {
  const [reason = ''] = error.message.split('\n');
  throw refusal(t('cli.init.pack_failed', { reason }));
}

function stepLines({ path, does, text }: PlannedFile, isPending: boolean, style: Style): readonly string[] {
  const { t } = style;
  const line = isPending ? t('cli.init.not_added', { path }) : t('cli.init.step', { does, path });
  const newLines = does === 'append' ? text.trimEnd().split('\n') : [];
  return [
    does === 'keep' ? style.dim(line) : line,
    ...newLines.map((addedLine) => style.green(`           + ${addedLine}`)),
  ];
}
