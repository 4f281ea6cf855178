import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { receiverFrameworkIn } from './receiver-framework.ts';

it.each([
  ['php', { 'composer.json': '{"require":{"php":">=8"}}' }],
  ['php', { 'composer.json': '{}', 'package.json': '{"devDependencies":{"vite":"*"}}' }],
  ['php', { 'webhook.php': '' }],
  ['laravel', { 'composer.json': '{"require":{"laravel/framework":"^12"}}' }],
  ['java', { 'pom.xml': '<artifactId>app</artifactId>' }],
  ['python', { 'requirements.txt': 'fastapi' }],
  ['node', { 'package.json': '{}', 'tool.py': '' }],
  ['express', { 'package.json': '{"dependencies":{"express":"*"}}', 'composer.json': '{}' }],
  [undefined, { 'notes.txt': '' }],
] as const)('finds the language %s in a project with %j', (framework, files) => {
  const directory = mkdtempSync(join(tmpdir(), 'receiver-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  expect(receiverFrameworkIn(directory, 'sim')).toBe(framework);
});
