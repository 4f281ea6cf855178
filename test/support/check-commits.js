#!/usr/bin/env node
/** Part of `.ci/run`: fails if the subject of one of the latest 50 commits has more than 72 characters. */
import { execFileSync } from 'node:child_process';

const LATEST = 50;
const MOST_CHARACTERS = 72;

const subjects = execFileSync('git', ['log', `--max-count=${LATEST}`, '--format=%h %s'], {
  encoding: 'utf8',
});
for (const line of subjects.trim().split('\n')) {
  const subject = line.slice(line.indexOf(' ') + 1);
  if (subject.length <= MOST_CHARACTERS) continue;
  console.error(`${line}: ${subject.length} characters where at most ${MOST_CHARACTERS} are allowed`);
  process.exitCode = 1;
}
