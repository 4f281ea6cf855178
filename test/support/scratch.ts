import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Creates a temporary directory that is deleted when the test ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-simulator-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a temporary directory inside the checkout, for programs that need its `node_modules`. */
export function scratchInsideCheckout(): string {
  return scratchInside(fileURLToPath(new URL('../', import.meta.url)));
}

/** Creates a temporary directory inside `parent`, for programs that need the `node_modules` of `parent`. */
export function scratchInside(parent: string): string {
  const artifacts = join(parent, '.artifacts/');
  mkdirSync(artifacts, { recursive: true });
  const folder = mkdtempSync(join(artifacts, 'scratch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
