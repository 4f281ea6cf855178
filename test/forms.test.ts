import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { root } from './support/program.ts';

/** Resolved from packages/relay, which depends on `yaml`. */
const { parse } = createRequire(`${root}packages/relay/package.json`)('yaml');
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8');

describe('Dockerfile', () => {
  const last =
    textOf('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const instructionValue = (instruction: string) => new RegExp(`^${instruction} (.*)$`, 'm').exec(last)?.[1];

  it('runs without root, keeps its data in a volume, and reports its health', () => {
    expect(instructionValue('USER')).toBe('node');
    expect(instructionValue('ENV')).toContain(`SIM_DATA=${instructionValue('VOLUME')}`);
    expect(instructionValue('HEALTHCHECK')).toMatch(/CMD \["svc-simulator", "health"\]$/);
  });

  it.each(pageLanguages)(
    'equals the Dockerfile in docs/%s, except for the source of the package',
    (language) => {
      const dockerfile = new DocPage('docker.md', language).block('dockerfile', 'FROM');
      const setUp = (text: string) =>
        text
          .slice(text.indexOf('USER'))
          .replace(/^#.*\n/gm, '')
          .trim();
      expect(setUp(dockerfile)).toBe(setUp(last));
    },
  );

  it('declares the port and the volume that compose.yaml uses', () => {
    const { services, volumes } = parse(textOf('compose.yaml'));
    const { ports, volumes: mounts, environment } = services.simulator;
    expect(ports).toEqual([`127.0.0.1:4010:${instructionValue('EXPOSE')}`]);
    expect(environment.SIM_PUBLIC_URL).toBe('http://localhost:4010');
    expect(mounts).toEqual(Object.keys(volumes).map((name) => `${name}:${instructionValue('VOLUME')}`));
  });
});

describe('.github/actions/simulator', () => {
  const { inputs, runs } = parse(textOf('.github/actions/simulator/action.yml'));

  it.each(['en', 'es'])('declares the inputs that docs/%s names, with their defaults', (language) => {
    const rows = textOf(`docs/${language}/github-action.md`).matchAll(/^\| `([\w-]+)` \| `(.*?)` \|/gm);
    const defaultsShown = Object.fromEntries([...rows].map(([, name, fallback]) => [name, fallback]));
    const defaults = Object.entries<{ default: string }>(inputs).map(([name, input]) => [
      name,
      input.default,
    ]);
    expect(defaultsShown).toEqual(Object.fromEntries(defaults));
  });

  it('names the shell of every step, as composite actions require', () => {
    expect(runs.using).toBe('composite');
    expect(runs.steps.map(({ shell }: { shell?: string }) => shell)).toEqual(['bash', 'bash']);
  });
});
