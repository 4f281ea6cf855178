import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A folder that lives as long as the test that asks for it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-simulator-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same inside the checkout, for what has to find the checkout's `node_modules`. */
export function scratchBesideModules(): string {
  return scratchBeside(fileURLToPath(new URL('../', import.meta.url)));
}

/** Creates one inside a directory, for programs that need the `node_modules` near it. */
export function scratchBeside(parent: string): string {
  const artifacts = join(parent, '.artifacts/');
  mkdirSync(artifacts, { recursive: true });
  const folder = mkdtempSync(join(artifacts, 'scratch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
