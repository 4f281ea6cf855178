import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templateText } from '@svc-simulator/core';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import { toCommandError } from '../failures.ts';
import { packageFolder } from './package-folder.ts';
import { findTarball, type Layout, type Project } from './project.ts';

export interface PlannedFile {
  readonly path: string;
  /** `pack` creates the tarball of the simulator. */
  readonly does: 'create' | 'append' | 'keep' | 'pack';
  /** The new text: for `append` only the new lines, for `pack` empty. */
  readonly text: string;
}

const WORKFLOW = '.github/workflows/payments.yml';
const ENVIRONMENT = '.env.example';
const SKILL = '.claude/skills/payments-simulator/SKILL.md';

/** Creates the plan. Existing files stay as they are, except for lines appended to `.env.example`. */
export function createPlan(
  t: Texts,
  project: Project,
  { files, workflow, adapt = (text) => text }: Layout,
  forAgent = false,
): readonly PlannedFile[] {
  const fillInPlaceholders = (text: string) =>
    text.replace(/[A-Z]+_[A-Z]+/g, (name) => placeholders.get(name) ?? name);
  const placeholders = new Map(Object.entries(workflow ?? {}));
  const hasTests = workflow !== undefined;
  const newFiles = [
    ...files.map(({ template, path }) => ({
      path,
      text: adapt(translateTemplate(t.lang, templateFile(template)), path),
    })),
    ...(hasTests
      ? [
          {
            path: WORKFLOW,
            text: fillInPlaceholders(translateTemplate(t.lang, templateFile('init/workflow.yml'))),
          },
        ]
      : []),
    ...(forAgent ? [{ path: SKILL, text: skillText(t.lang) }] : []),
  ];
  const plannedFiles = newFiles.map(
    ({ path, text }): PlannedFile => ({ path, does: project.has(path) ? 'keep' : 'create', text }),
  );
  const existingText = project.text(ENVIRONMENT);
  const text = translateTemplate(t.lang, templateFile('init/env.example'));
  const entries: PlannedFile = /^WEBHOOK_SECRET=/m.test(existingText)
    ? { path: ENVIRONMENT, does: 'keep', text: existingText }
    : { path: ENVIRONMENT, does: project.has(ENVIRONMENT) ? 'append' : 'create', text };
  const { path } = findTarball(project);
  const tarball: PlannedFile = { path, does: project.has(path) ? 'keep' : 'pack', text: '' };
  return [...(hasTests ? [tarball] : []), ...plannedFiles, entries];
}

export async function writePlan(t: Texts, project: Project, steps: readonly PlannedFile[]): Promise<void> {
  for (const { path, does, text } of steps) {
    if (does === 'keep' || does === 'pack') continue;
    const file = join(project.folder, path);
    await makeDirectory(dirname(file)).catch(toPlanError(t, dirname(file)));
    const separator = does === 'append' && !/(^|\n)$/.test(project.text(path)) ? '\n' : '';
    // `wx` fails if somebody created the file after the plan, so that the file isn't overwritten.
    await writeFile(file, separator + text, { flag: does === 'create' ? 'wx' : 'a' }).catch(
      toPlanError(t, file),
    );
  }
}

function toPlanError(t: Texts, name: string) {
  return toCommandError(t, (code) => t('machine.cannot_write', { name, code }));
}

function skillText(lang: Language): string {
  const names = [lang, 'en'].map((language) => `init/agent/SKILL.${language}.md`);
  return templateFile(names.find((name) => existsSync(join(packageFolder(), 'examples', name))) ?? '');
}

function templateFile(name: string): string {
  return readFileSync(join(packageFolder(), 'examples', name), 'utf8');
}

/** Matches the texts of a template that are translated: comments, messages and test names. */
export const TRANSLATABLE_TEXT =
  /(?<=^\s*(?:\/\/|#) ).+$|(?<=["`](?:\$\{id\}|\$session|\{session\}): )[^"`{$]+(?=["`])|(?<=\btest\(')[^']+|(?<=["'])wrong signature, or too old/gm;

function translateTemplate(lang: Language, text: string): string {
  return text
    .replace(TRANSLATABLE_TEXT, (english) => templateText(lang, english))
    .replace("language: 'en'", `language: '${lang}'`);
}
