import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@svc-simulator/contract';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { root } from './support/program.ts';
import { runSimHere } from './support/sim-here.ts';

const { parse, parseAllDocuments } = createRequire(`${root}packages/relay/package.json`)('yaml');
const readExample = (name: string) => readFileSync(`${root}examples/hosting/${name}`, 'utf8');

/** Returns the variables in the text that `sim start --help` doesn't list. */
async function unknownVariables(text: string): Promise<readonly string[]> {
  const { stdout } = await runSimHere(['start', '--help']);
  const variables = text.match(/\bSIM_[A-Z_]+\b/g) ?? [];
  expect(variables.length).toBeGreaterThan(5);
  return variables.filter((variable) => !stdout.includes(variable));
}

describe.each(pageLanguages)('docs/%s/hosting.md', (language) => {
  it('limits all operations that register an account to one network', () => {
    const rule = new DocPage('hosting.md', language).block('nginx', 'deny all');
    const pattern = new RegExp(/location ~ (\S+)/.exec(rule)?.[1] ?? '');
    const paths = operations
      .filter(({ attempt }) => attempt?.kind === 'registration')
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths.flatMap((path) => [path, `/pagos${path}`])) expect(path).toMatch(pattern);
    expect('/api/v1/merchants/id').not.toMatch(pattern);
  });

  it('creates an operator token that the unit can read', () => {
    const commands = new DocPage('hosting.md', language).block('sh', 'openssl rand -hex 32 > /etc');
    const [, user = ''] = readExample('simulator.service').match(/^User=(.+)$/m) ?? [];
    const owner = `-o root -g ${user} `;
    expect(commands).toContain(owner);
    const directory = mkdtempSync(join(tmpdir(), 'hosting-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    // The unit's user doesn't exist on this machine, so the test skips the change of the owner.
    execFileSync('sh', ['-ec', commands.replace(owner, '').replaceAll('/etc/', `${directory}/`)]);
    const file = join(directory, 'simulator.operator');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('640');
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });
});

describe('examples/hosting/simulator.service', () => {
  it.each(pageLanguages)('equals the unit of docs/%s/hosting.md', (language) => {
    const withoutDescription = (unit: string) => unit.replace(/^Description=.*$/m, '').trim();
    const unitOnPage = new DocPage('hosting.md', language).block('ini', '[Unit]');
    expect(withoutDescription(readExample('simulator.service'))).toBe(withoutDescription(unitOnPage));
  });
});

describe('examples/hosting/compose.yaml', () => {
  const compose = parse(readExample('compose.yaml'), { merge: true });
  const { nginx, postgres, ...instances } = compose.services;

  it('starts two identical instances that are reachable only through nginx', () => {
    const [first, second, ...others] = Object.values<object>(instances);
    expect(others).toEqual([]);
    expect(second).toEqual(first);
    expect(Object.entries(compose.services).filter(([, service]) => 'ports' in (service as object))).toEqual([
      ['nginx', nginx],
    ]);
  });

  it('names services, volumes and variables that exist', async () => {
    const servers = [...readExample('nginx.conf').matchAll(/^ +server ([\w-]+):4010 /gm)].map(
      ([, name]) => name,
    );
    expect(servers).toEqual(Object.keys(instances));
    const { SIM_DATABASE } = instances['simulator-a'].environment;
    const database = new URL(SIM_DATABASE.replace(/\$\{.*\}/, 'password'));
    expect(Object.keys(compose.services)).toContain(database.hostname);
    expect(database.username).toBe(postgres.environment.POSTGRES_USER);
    expect(postgres.volumes.map((mount: string) => mount.split(':')[0])).toEqual(
      Object.keys(compose.volumes),
    );
    expect(await unknownVariables(readExample('compose.yaml'))).toEqual([]);
  });
});

describe('examples/hosting/kubernetes.yaml', () => {
  const manifests = parseAllDocuments(readExample('kubernetes.yaml')).map(
    (one: { toJS(): { kind: string } }) => one.toJS(),
  );

  it('is valid by the schemas of Kubernetes', () => {
    const models: Readonly<Record<string, new (manifest: never) => { validate(): void }>> = {
      Deployment,
      Ingress,
      PodDisruptionBudget,
      Service,
    };
    expect(manifests.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(Object.keys(models));
    for (const manifest of manifests) {
      const Model = models[manifest.kind];
      if (!Model) throw new Error(manifest.kind);
      new Model(manifest as never).validate();
      const wrong = new Model({ ...manifest, spec: { ...manifest.spec, selector: 7 } } as never);
      if (manifest.kind !== 'Ingress') expect(() => wrong.validate()).toThrow();
    }
  });

  it('names ports, labels and variables that exist', async () => {
    const [deployment, budget, service, ingress] = manifests;
    const { labels } = deployment.spec.template.metadata;
    const [container] = deployment.spec.template.spec.containers;
    const ports = container.ports.map(({ name }: { name: string }) => name);
    expect([deployment.spec.selector.matchLabels, budget.spec.selector.matchLabels]).toEqual([
      labels,
      labels,
    ]);
    expect(service.spec.selector).toEqual(labels);
    expect(ports).toContain(service.spec.ports[0].targetPort);
    expect([container.livenessProbe.httpGet.port, container.readinessProbe.httpGet.port]).toEqual([
      ports[0],
      ports[0],
    ]);
    expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe(service.metadata.name);
    expect(await unknownVariables(readExample('kubernetes.yaml'))).toEqual([]);
  });
});
