/**
 * `npm run test:forms [-- NAME …]`: builds each package of the simulator, installs it separately, starts it,
 * and receives a signed webhook. Prints sizes and times; exit code 1 when a package doesn't work. `image`
 * requires Linux and root.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackage, isExecutable } from '../../support/debian-package.js';
import { output, signedWebhook, smoke } from './smoke.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'svc-simulator-forms-'));
const inRoot = { cwd: root };

const forms = { image, action };
const requestedNames = process.argv.slice(2);
try {
  for (const [name, prove] of Object.entries(forms)) {
    if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
    const startMs = performance.now();
    const { bytes, readyMs } = await prove(join(scratch, name));
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(`${name}: ${size}, ready after ${readyMs} ms, built and tried in ${seconds} s`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Builds the image with buildah, without a daemon. Runs it in a chroot with the image's user and environment.
 */
async function image(folder) {
  for (const [name, program] of [
    ['buildah', '/usr/bin/buildah'],
    ['busybox-static', '/bin/busybox'],
  ])
    ensureDebianPackage({ tests: 'tests of the image', name, program, isThere: () => isExecutable(program) });
  mkdirSync(folder);
  const [files, ...about] = (await output(['bash', 'test/proof/forms/image.sh', folder], inRoot)).split('\n');
  const { User, Env, Entrypoint, Healthcheck } = JSON.parse(about.join('\n')).Docker.config;
  if (!User || Healthcheck?.Test.join(' ') !== `CMD ${Entrypoint} health`)
    throw new Error(`no user or no health check: ${about.join('')}`);
  const env = Object.fromEntries(Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const readyMs = await smoke(['chroot', `--userspec=${User}:${User}`, files, ...Entrypoint], { env });
  return { bytes: Number((await output(['du', '-sb', join(files, 'opt')])).split('\t')[0]), readyMs };
}

/** Runs the steps of the action in a shell, with the files that GitHub's runner provides. */
async function action(folder) {
  mkdirSync(folder);
  // yaml is a dependency of packages/relay, so it is resolved from there.
  const { parse } = createRequire(join(root, 'packages/relay/package.json'))('yaml');
  const text = readFileSync(join(root, '.github/actions/simulator/action.yml'), 'utf8');
  const { inputs, runs } = parse(text);
  const tarball = (
    await output(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder], inRoot)
  ).trim();
  const values = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default])),
    'inputs.package': join(folder, tarball),
    'inputs.port': '0',
    'runner.temp': folder,
  };
  const fillIn = (text) => text.replace(/\$\{\{ (\S+) \}\}/g, (_, name) => values[name]);
  const prefix = join(folder, 'prefix');
  const [set, out] = ['env', 'output'].map((name) => join(folder, name));
  const env = {
    ...process.env,
    npm_config_prefix: prefix,
    PATH: `${prefix}/bin:${process.env.PATH}`,
    GITHUB_ENV: set,
    GITHUB_OUTPUT: out,
  };
  const startMs = performance.now();
  for (const { run, env: stepEnv = {} } of runs.steps) {
    const stepValues = Object.fromEntries(
      Object.entries(stepEnv).map(([name, value]) => [name, fillIn(value)]),
    );
    await output(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      env: { ...env, ...stepValues },
    });
  }
  const readyMs = Math.round(performance.now() - startMs);
  const pairs = readFileSync(set, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/s).slice(0, 2));
  const stepResult = { ...env, ...Object.fromEntries(pairs) };
  const { pid } = JSON.parse(readFileSync(join(folder, 'svc-simulator/running.json'), 'utf8'));
  try {
    await signedWebhook(['svc-simulator'], { env: stepResult });
  } finally {
    process.kill(pid, 'SIGTERM');
    await output(['tail', `--pid=${pid}`, '--follow', '/dev/null']);
  }
  return { bytes: statSync(join(folder, tarball)).size, readyMs };
}
