import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { root } from './support/program.ts';

/**
 * The properties of the packages that are visible without a build; `npm run test:forms` builds, installs and
 * starts them.
 */
const { parse } = createRequire(`${root}packages/relay/package.json`)('yaml');
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8');

describe('Dockerfile', () => {
  const last =
    textOf('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const said = (instruction: string) => new RegExp(`^${instruction} (.*)$`, 'm').exec(last)?.[1];

  it('is not run by root, keeps its data in a volume, and says whether it is healthy', () => {
    expect(said('USER')).toBe('node');
    expect(said('ENV')).toContain(`SIM_DATA=${said('VOLUME')}`);
    expect(said('HEALTHCHECK')).toMatch(/CMD \["svc-simulator", "health"\]$/);
  });

  it.each(pageLanguages)(
    'is that of docs/%s for who has the package alone, but for where it comes from',
    (language) => {
      const shown = new DocPage('docker.md', language).block('dockerfile', 'FROM');
      const setUp = (text: string) =>
        text
          .slice(text.indexOf('USER'))
          .replace(/^#.*\n/gm, '')
          .trim();
      expect(setUp(shown)).toBe(setUp(last));
    },
  );

  it('fits compose.yaml', () => {
    const { services, volumes } = parse(textOf('compose.yaml'));
    const { ports, volumes: mounts, environment } = services.simulator;
    expect(ports).toEqual([`127.0.0.1:4010:${said('EXPOSE')}`]);
    expect(environment.SIM_PUBLIC_URL).toBe('http://localhost:4010');
    expect(mounts).toEqual(Object.keys(volumes).map((name) => `${name}:${said('VOLUME')}`));
  });
});

describe('.github/actions/simulator', () => {
  const { inputs, runs } = parse(textOf('.github/actions/simulator/action.yml'));

  it.each(['en', 'es'])('has the inputs that docs/%s names, with their defaults', (language) => {
    const rows = textOf(`docs/${language}/github-action.md`).matchAll(/^\| `([\w-]+)` \| `(.*?)` \|/gm);
    const shown = Object.fromEntries([...rows].map(([, name, fallback]) => [name, fallback]));
    const own = Object.entries<{ default: string }>(inputs).map(([name, input]) => [name, input.default]);
    expect(shown).toEqual(Object.fromEntries(own));
  });

  it('says of every step in which shell it runs, as composite actions must', () => {
    expect(runs.using).toBe('composite');
    expect(runs.steps.map(({ shell }: { shell?: string }) => shell)).toEqual(['bash', 'bash']);
  });
});
