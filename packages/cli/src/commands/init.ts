import { t } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../failures.ts';
import { frameworkOf, frameworks } from '../init/frameworks.ts';
import { carryOut, packageFolder, planOf, type Step } from '../init/plan.ts';
import { Project } from '../init/project.ts';
import { type Call, runCommand } from '../plain-command.ts';
import type { Colours } from '../rendering/colours.ts';
import { taking } from '../takes.ts';

const initTakes = taking({
  '--framework <name>': {
    text: 'for this one, instead of the one that the project uses',
    choices: frameworks.map(({ name }) => name),
  },
  '-y, --yes': 'change files that exist, too',
  '--dry-run': 'only show what would be done',
});

export const declare = runCommand({
  isAlone: true,
  takes: initTakes,
  json: 'print the plan as JSON',
  help: () =>
    t`\nIt writes a webhook receiver that verifies signatures, its test, a workflow of GitHub, entries of .env.example, and\nthe simulator itself as a file that the workflow installs: the package is on no registry.`,
  run: init,
});

async function init({ given, context, report }: Call<typeof initTakes>): Promise<void> {
  const project = new Project(context.directory);
  const found = frameworkOf(project);
  const framework = frameworks.find(({ name }) => name === given.framework) ?? found?.framework;
  if (!framework) {
    throw wrongUsage(
      t`no project is known by its files here; go to its folder, or pass --framework with one of ${frameworks.map(({ name }) => name).join(', ')}`,
    );
  }
  const layout = framework.layout(project);
  const plan = planOf(project, layout);
  const held = given.yes ? [] : plan.filter(({ does }) => does === 'append');
  if (!given.dryRun) {
    if (plan.some(({ does }) => does === 'pack')) await context.pack(packageFolder()).catch(notPacked);
    carryOut(
      project,
      plan.filter((step) => !held.includes(step)),
    );
  }
  const result = {
    framework: framework.name,
    dry_run: given.dryRun === true,
    files: plan,
    next: layout.steps,
  };
  report(result, (colours) => [
    framework === found?.framework
      ? `${colours.bold(framework.label)}  ${found.file}`
      : colours.bold(framework.label),
    ...plan.flatMap((step) => linesOf(step, held.includes(step), colours)),
    ...(given.dryRun ? [t`nothing was written; without --dry-run it will be`] : []),
    '',
    t`what is left to do:`,
    ...layout.steps.map((step, at) => `  ${at + 1}. ${step}`),
  ]);
}

function notPacked(error: Error): never {
  const [reason = ''] = error.message.split('\n');
  throw refusal(t`npm could not pack the simulator (${reason}); is npm on the PATH?`);
}

function linesOf({ path, does, text }: Step, isHeld: boolean, colours: Colours): readonly string[] {
  switch (does) {
    case 'keep':
      return [colours.dim(t`  stays    ${path}`)];
    case 'pack':
      return [t`  new      ${path}: the simulator, which CI installs from this file`];
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
