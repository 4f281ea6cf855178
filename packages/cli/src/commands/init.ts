import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { CommandError } from '../failures.ts';
import { frameworkOf, frameworks } from '../init/frameworks.ts';
import { carryOut, planOf, type Step } from '../init/plan.ts';
import { Project } from '../init/project.ts';
import type { Colours } from '../rendering/colours.ts';
import { type ReportOptions, report } from '../rendering/report.ts';

interface Options extends ReportOptions {
  readonly framework?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export const declareInit: Declare = (command, context) => {
  command
    .addOption(
      new Option('--framework <name>', 'for this one, instead of the one that the project uses').choices(
        frameworks.map(({ name }) => name),
      ),
    )
    .option('-y, --yes', 'change files that exist, too')
    .option('--dry-run', 'only show what would be done')
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      t`\nIt writes a webhook receiver that verifies signatures, its test, a workflow of GitHub and entries of .env.example.`,
    )
    .action((options: Options) => init(context, options));
};

function init(context: CliContext, options: Options): void {
  const project = new Project(context.directory);
  const found = frameworkOf(project);
  const framework = frameworks.find(({ name }) => name === options.framework) ?? found?.framework;
  if (!framework) {
    throw new CommandError(
      'usage',
      t`no project is known by its files here; go to its folder, or pass --framework with one of ${frameworks.map(({ name }) => name).join(', ')}`,
    );
  }
  const layout = framework.layout(project);
  const plan = planOf(project, layout);
  const held = options.yes ? [] : plan.filter(({ does }) => does === 'append');
  if (!options.dryRun)
    carryOut(
      project,
      plan.filter((step) => !held.includes(step)),
    );
  const result = {
    framework: framework.name,
    dry_run: options.dryRun === true,
    files: plan,
    next: layout.steps,
  };
  report(context, options, result, (colours) => [
    framework === found?.framework
      ? `${colours.bold(framework.label)}  ${found.file}`
      : colours.bold(framework.label),
    ...plan.flatMap((step) => linesOf(step, held.includes(step), colours)),
    ...(options.dryRun ? [t`nothing was written; without --dry-run it will be`] : []),
    '',
    t`what is left to do:`,
    ...layout.steps.map((step, at) => `  ${at + 1}. ${step}`),
  ]);
}

function linesOf({ path, does, text }: Step, isHeld: boolean, colours: Colours): readonly string[] {
  switch (does) {
    case 'keep':
      return [colours.dim(t`  stays    ${path}`)];
    case 'create':
      return [t`  new      ${path}`];
    case 'append': {
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => colours.green(`           + ${line}`));
      return [isHeld ? t`  left     ${path}; --yes adds to it:` : t`  changed  ${path}`, ...lines];
    }
  }
}
