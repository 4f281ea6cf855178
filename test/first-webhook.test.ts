import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DocPage } from './support/doc-page.ts';
import { type PackedPackage, packedIn } from './support/package.ts';
import { startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

describe('the first webhook', () => {
  let packed: Promise<PackedPackage> | undefined;
  const packages = mkdtempSync(join(tmpdir(), 'svc-simulator-package-'));
  afterAll(() => rmSync(packages, { recursive: true }));

  it.each([
    ['en', 'C.UTF-8'],
    ['es', 'es_VE.UTF-8'],
  ] as const)('is verified in an empty folder as docs/%s/init.md shows it', async (language, LANG) => {
    const folder = scratchFolder();
    const empty = `${folder}/empty`;
    mkdirSync(empty);
    packed ??= packedIn(packages);
    const { tarball } = await packed;
    copyFileSync(tarball, join(empty, basename(tarball)));
    const transcript = new DocPage('init.md', language).block('console', 'npm install');
    for (const [, command = '', shown = ''] of transcript.matchAll(/^\$ (.*)\n((?:[^$].*\n)*)/gm)) {
      const here = command
        .replace(/^npm install/, '$& --offline --no-audit')
        .replace('npx', 'npx --no --offline')
        .replace('--test', '--test --test-reporter spec');
      const run = startProgram('bash', ['-c', here], { cwd: empty, env: { LANG } });
      expect((await run.exited).code, `${command}: ${run.stderr()}`).toBe(0);
      const printed = run.stdout().replace(/ in \d+m?s$| \([\d.]+ms\)$/gm, '');
      for (const line of shown.trimEnd().split('\n')) expect(printed.split('\n'), command).toContain(line);
    }
  });
});
