import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templateText } from '@svc-simulator/core';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import type { Language, Texts } from '@svc-simulator/texts/texts.ts';
import { refusing } from '../failures.ts';
import { packageFolder } from './package-folder.ts';
import { type Layout, type Project, tarballOf } from './project.ts';

/** One file of the plan: it is created, gets appended lines, stays, or is the packed simulator. */
export interface Step {
  readonly path: string;
  readonly does: 'create' | 'append' | 'keep' | 'pack';
  /** The new text; only the lines for `append`, empty for `pack`. */
  readonly text: string;
}

const WORKFLOW = '.github/workflows/payments.yml';
const ENVIRONMENT = '.env.example';
/** Coding agents look for skills here. */
const SKILL = '.claude/skills/payments-simulator/SKILL.md';

/** Existing files belong to the user and stay; only `.env.example` gets appended lines. */
export function planOf(
  t: Texts,
  project: Project,
  { files, workflow, adapt = (text) => text }: Layout,
  forAgent = false,
): readonly Step[] {
  const fillIn = (text: string) => text.replace(/[A-Z]+_[A-Z]+/g, (name) => words.get(name) ?? name);
  const words = new Map(Object.entries(workflow ?? {}));
  const hasTests = workflow !== undefined;
  const all = [
    ...files.map(({ template, path }) => ({
      path,
      text: adapt(localized(t.lang, templateFile(template)), path),
    })),
    ...(hasTests
      ? [{ path: WORKFLOW, text: fillIn(localized(t.lang, templateFile('init/workflow.yml'))) }]
      : []),
    ...(forAgent ? [{ path: SKILL, text: skillIn(t.lang) }] : []),
  ];
  const receiver = all.map(
    ({ path, text }): Step => ({ path, does: project.has(path) ? 'keep' : 'create', text }),
  );
  const former = project.text(ENVIRONMENT);
  const text = localized(t.lang, templateFile('init/env.example'));
  const entries: Step = /^WEBHOOK_SECRET=/m.test(former)
    ? { path: ENVIRONMENT, does: 'keep', text: former }
    : { path: ENVIRONMENT, does: project.has(ENVIRONMENT) ? 'append' : 'create', text };
  const { path } = tarballOf(project);
  const tarball: Step = { path, does: project.has(path) ? 'keep' : 'pack', text: '' };
  return [...(hasTests ? [tarball] : []), ...receiver, entries];
}

export async function carryOut(t: Texts, project: Project, steps: readonly Step[]): Promise<void> {
  for (const { path, does, text } of steps) {
    if (does === 'keep' || does === 'pack') continue;
    const file = join(project.folder, path);
    await makeDirectory(dirname(file)).catch(cannotBeWritten(t, dirname(file)));
    const before = does === 'append' && !/(^|\n)$/.test(project.text(path)) ? '\n' : '';
    // `wx` keeps a file that somebody has created meanwhile.
    await writeFile(file, before + text, { flag: does === 'create' ? 'wx' : 'a' }).catch(
      cannotBeWritten(t, file),
    );
  }
}

function cannotBeWritten(t: Texts, name: string) {
  return refusing(t, (code) => t('machine.cannot_written', { name, code }));
}

function skillIn(lang: Language): string {
  const names = [lang, 'en'].map((each) => `init/agent/SKILL.${each}.md`);
  return templateFile(names.find((name) => existsSync(join(packageFolder(), 'examples', name))) ?? '');
}

function templateFile(name: string): string {
  return readFileSync(join(packageFolder(), 'examples', name), 'utf8');
}

/** Matches comments, messages and test names of a template, which the catalogue translates. */
export const SENTENCE =
  /(?<=^\s*(?:\/\/|#) ).+$|(?<=["`](?:\$\{id\}|\$session|\{session\}): )[^"`{$]+(?=["`])|(?<=\btest\(')[^']+|(?<=["'])wrong signature, or too old/gm;

/** Translates a template. A receiver responds in the language of its developer as well. */
function localized(lang: Language, text: string): string {
  return text
    .replace(SENTENCE, (english) => templateText(lang, english))
    .replace("language: 'en'", `language: '${lang}'`);
}
