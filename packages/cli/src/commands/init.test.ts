import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../../../package.json';
import { runStage } from '../../test/live.ts';
import { createStage, type Stage } from '../../test/stage.ts';

/** Runs `sim init` in a directory with these files. */
function projectWith(files: Readonly<Record<string, string>>, ...words: readonly string[]): Stage {
  const stage = createStage(['init', ...words]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(stage.directory, path)), { recursive: true });
    writeFileSync(join(stage.directory, path), text);
  }
  return stage;
}

async function init(stage: Stage): Promise<string> {
  const { code, stdout, stderr } = await runStage(stage);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const filesIn = ({ directory }: Stage) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort();
const textIn = ({ directory }: Stage, path: string) => readFileSync(join(directory, path), 'utf8');
const packageWith = (...names: readonly string[]) =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '1'])) });

const tarball = `svc-simulator-${version}.tgz`;
const common = ['.env.example', '.github/workflows/payments.yml', tarball] as const;
const projects: readonly [name: string, files: Record<string, string>, receivers: string][] = [
  ['Node.js', { 'package.json': '{}' }, 'payment-webhooks.cjs payment-webhooks-test.mjs'],
  [
    'Node.js',
    { 'package.json': '{"type": "module"}' },
    'payment-webhooks.mjs payment-events.mjs payment-webhooks-test.mjs',
  ],
  ['Express', { 'package.json': packageWith('express') }, 'payment-webhooks.cjs payment-webhooks-test.mjs'],
  [
    'Hono',
    { 'package.json': packageWith('hono', 'vitest'), 'src/index.ts': '', 'tsconfig.json': '{}' },
    'src/payment-webhooks.ts src/payment-webhooks.test.ts',
  ],
  [
    'Fastify',
    { 'package.json': packageWith('fastify', 'jest') },
    'payment-webhooks.cjs payment-webhooks-test.mjs',
  ],
  [
    'Next.js',
    { 'package.json': packageWith('next', 'react'), 'src/app/page.js': '' },
    'src/app/webhooks/payments/route.js src/app/webhooks/payments/route-test.js',
  ],
  [
    'NestJS',
    {
      'package.json': packageWith('@nestjs/core', 'express', 'jest'),
      'tsconfig.json': '{}',
      'src/main.ts': '',
    },
    'src/payment-webhooks.ts src/payment-webhooks.spec.ts',
  ],
  [
    'Laravel',
    { 'composer.json': '{"require":{"laravel/framework":"^12"}}', 'package.json': packageWith('vite') },
    'app/Http/Controllers/PaymentWebhookController.php tests/Feature/PaymentWebhookTest.php tests/vectors.json',
  ],
  [
    'Django',
    { 'manage.py': 'import django' },
    'payment_webhooks.py test_payment_webhooks.py tests/vectors.json',
  ],
  [
    'Flask',
    { 'requirements.txt': 'Flask==3.1', 'test/test_shop.py': '' },
    'payment_webhooks.py test/vectors.json',
  ],
  [
    'Spring Boot',
    {
      'pom.xml': '<artifactId>spring-boot-starter-web</artifactId>',
      'src/main/java/org/shop/web/Shop.java': 'package org.shop.web;\n@SpringBootApplication class Shop {}',
    },
    'src/main/java/org/shop/web/PaymentWebhookController.java src/test/java/org/shop/web/PaymentWebhookControllerTest.java src/test/resources/vectors.json',
  ],
];

describe('sim init', () => {
  it.each(projects)('recognizes the framework of a project in %s', async (name, files, receivers) => {
    const stage = projectWith(files);
    expect(await init(stage)).toMatch(new RegExp(`^${name}  `));
    expect(filesIn(stage)).toEqual(expect.arrayContaining([...receivers.split(' '), ...common]));
    for (const [path, text] of Object.entries(files)) expect(textIn(stage, path)).toBe(text);
    for (const path of filesIn(stage))
      expect(textIn(stage, path)).not.toMatch(/[A-Z]+_(ACTION|VERSION|COMMAND)/);
    const [, setUp] = parse(textIn(stage, common[1])).jobs.payments.steps;
    expect(Object.keys(setUp.with)[0]).toMatch(/^(node|python|php|java)-version$/);
  });

  it('writes JavaScript without types, which imports only existing files', async () => {
    for (const [, files] of projects) {
      const stage = projectWith(files);
      await init(stage);
      for (const path of filesIn(stage).filter((each) => /\.([mc]?js|ts)$/.test(each))) {
        const text = textIn(stage, path);
        if (!path.endsWith('.ts')) expect(text).not.toMatch(/import type|: (string|WebhookEvent|Promise<)/);
        if (path.endsWith('.cjs')) expect(text).not.toMatch(/^(import|export) /m);
        for (const [, target = ''] of text.matchAll(/(?:from |import\(|require\()'(\.[^']+)'/g)) {
          const file = join(stage.directory, dirname(path), target);
          const found = [file, `${file}.ts`, file.replace(/\.js$/, '.ts')].some(existsSync);
          expect({ path, target, found }).toEqual({ path, target, found: true });
        }
      }
    }
  });

  it('puts Java classes into the directory of the program', async () => {
    const stage = projectWith(projects.at(-1)?.[1] ?? {});
    await init(stage);
    for (const path of filesIn(stage).filter((each) => /Payment.*\.java$/.test(each)))
      expect(textIn(stage, path)).toMatch(/^package org\.shop\.web;$/m);
  });

  it("puts a skill into the directory that agents read, in the user's language", async () => {
    const files = { 'package.json': packageWith('express') };
    const [english, spanish] = [projectWith(files, '--agent'), projectWith(files, '--agent', '--lang', 'es')];
    await init(english);
    await init(spanish);
    const skill = '.claude/skills/payments-simulator/SKILL.md';
    expect(textIn(english, skill)).toMatch(/^---\nname: payments-simulator\n[\s\S]*## Debug/);
    expect(textIn(spanish, skill)).toContain('## Depurar');
  });

  it('writes nothing with --dry-run', async () => {
    const stage = projectWith({ 'package.json': packageWith('hono') }, '--dry-run');
    expect(await init(stage)).toContain('new      payment-webhooks.cjs');
    expect(filesIn(stage)).toEqual(['package.json']);
  });

  it('changes .env.example only with --yes, and otherwise shows the change', async () => {
    const files = { 'package.json': '{}', '.env.example': 'PORT=3000' };
    const careful = projectWith(files);
    expect(await init(careful)).toMatch(/left +\.env\.example.*\n.*\+ #.*\n +\+ WEBHOOK_SECRET=/);
    expect(textIn(careful, '.env.example')).toBe('PORT=3000');
    const bold = projectWith(files, '--yes');
    expect(await init(bold)).toContain('changed  .env.example');
    expect(textIn(bold, '.env.example')).toMatch(/^PORT=3000\n#.*\nWEBHOOK_SECRET=\n$/);
  });

  it('keeps existing files, and changes nothing the second time', async () => {
    const files = { 'package.json': '{}', 'payment-events.cjs': '// mine' };
    const stage = projectWith(files, '--yes', '--json');
    const { files: plan } = JSON.parse(await init(stage));
    expect(textIn(stage, 'payment-events.cjs')).toBe('// mine');
    expect(plan.find(({ path }: { path: string }) => path === 'payment-events.cjs').does).toBe('keep');
    const again = createStage(['init', '--json']);
    const second = { ...again, context: { ...again.context, directory: stage.directory } };
    const left = JSON.parse(await init(second)).files.map(({ does }: { does: string }) => does);
    expect(new Set(left)).toEqual(new Set(['keep']));
  });

  it('lists the frameworks if it recognizes none, and accepts the name of one', async () => {
    const { code, stderr } = await runStage(projectWith({ 'readme.txt': '' }));
    expect(code).toBe(2);
    expect(stderr).toContain('--framework');
    const flaskStage = projectWith({ 'readme.txt': '' }, '--framework', 'flask');
    expect(await init(flaskStage)).toMatch(/^Flask\n/);
  });

  it('writes Spanish for a Spanish user, also in comments', async () => {
    const stage = projectWith({ 'package.json': '{}' }, '--lang', 'es');
    expect(await init(stage)).toContain('falta hacer:');
    expect(textIn(stage, 'payment-events.cjs')).toContain('// Tu parte:');
    expect(textIn(stage, 'payment-webhooks.cjs')).toContain("language: 'es'");
    expect(textIn(stage, '.env.example')).toContain('# El secreto que firma');
  });

  it('installs with the package manager of the project', async () => {
    const stage = projectWith({ 'package.json': '{}', 'pnpm-lock.yaml': '' });
    expect(await init(stage)).toMatch(
      /1\. pnpm add \.\/svc-simulator-[\d.]+\.tgz\n +2\. add at the top of your program: const \{ receiveWebhook \} = require\('\.\/payment-webhooks\.cjs'\)/,
    );
    expect(textIn(stage, '.github/workflows/payments.yml')).toContain('run: corepack enable && pnpm install');
  });

  it('makes CI install the simulator from a file of the project, and never download it by name', async () => {
    for (const [name, files] of projects) {
      const stage = projectWith(files);
      const output = await init(stage);
      expect(output).toContain(`new      ${tarball}: the simulator`);
      const { steps } = parse(textIn(stage, common[1])).jobs.payments;
      const commands = steps.map(({ run }: { run?: string }) => run ?? '').filter(Boolean);
      expect(commands.at(-1)).toMatch(/^npx --no-install sim exec /);
      const installs = /"svc-simulator"|npm install \.\/svc/.test(output)
        ? output
        : commands.slice(0, -1).join('\n');
      expect(installs, name).toContain(`./${tarball}`);
    }
  });

  it('keeps the package file from which a project installed the simulator', async () => {
    const stage = projectWith({
      'package.json': '{"dependencies":{"svc-simulator":"file:tools/svc-simulator-0.0.9.tgz"}}',
      'tools/svc-simulator-0.0.9.tgz': 'packed before',
    });
    const output = await init(stage);
    expect(output).toContain('kept     tools/svc-simulator-0.0.9.tgz');
    expect(output).not.toContain('npm install');
    expect(filesIn(stage)).not.toContain(tarball);
  });

  it("writes the command that started sim if the project doesn't have sim installed", async () => {
    const stage = projectWith({ 'manage.py': 'import django' });
    const program = 'node ../clone/bin/sim.js';
    const output = await init({ ...stage, context: { ...stage.context, program } });
    expect(output).toContain(`${program} doctor http://localhost:8000/`);
    expect(output).not.toContain('npx sim');
  });

  it.each(projects)(
    'ends with the steps that connect a project in %s to the simulator',
    async (name, files) => {
      const output = await init(projectWith(files));
      const environment = name === 'Laravel' ? 'sim env --dotenv .env' : 'eval "$(sim env)"';
      const steps = output
        .slice(output.indexOf('still to do:'))
        .split('\n')
        .filter((line) => /^ {2}\d/.test(line));
      expect(steps.at(-3)).toMatch(/: sim start$/);
      expect(steps.at(-2)?.endsWith(`: ${environment}`), steps.at(-2)).toBe(true);
      expect(steps.at(-1)).toMatch(
        /: sim doctor http:\/\/localhost:(3000|5000|8000|8080)\/webhooks\/payments$/,
      );
    },
  );

  it.each([
    [{ SHELL: '/usr/bin/fish' }, 'sim env --shell fish | source'],
    [{ PSModulePath: 'C:/' }, 'sim env --shell powershell | Out-String | Invoke-Expression'],
  ])(
    'suggests the command that sets variables in the shell that the environment %j names',
    async (env, command) => {
      const stage = projectWith({ 'package.json': '{}' });
      expect(await init({ ...stage, context: { ...stage.context, env } })).toContain(`: ${command}\n`);
    },
  );

  it.each([
    ['Go', 'go.mod', ['verify.go', 'call.go']],
    ['Ruby', 'Gemfile', ['verify.rb', 'call.rb']],
    ['C#', 'Shop.csproj', ['Verify.cs', 'Call.cs']],
    ['C#', 'Shop.sln', ['Verify.cs', 'Call.cs']],
  ])('names the example files of the package for a project in %s with %s', async (label, file, names) => {
    const stage = projectWith({ [file]: 'shop' });
    const output = await init(stage);
    expect(output).toMatch(new RegExp(`^${label}  ${file}\n`));
    const paths = [...output.matchAll(/\S+\/examples\/\S+/g)].map(([path]) => path.replace(/;$/, ''));
    expect(paths.map((path) => basename(path))).toEqual([names[0], 'vectors.json', names[1]]);
    for (const path of paths) expect(existsSync(path), path).toBe(true);
    expect(output).toMatch(/sim doctor http:\/\/localhost:\d+\/webhooks\/payments\n$/);
    expect(filesIn(stage)).toEqual(['.env.example', file].sort());
  });

  it("reports that npm can't pack the package, and writes nothing", async () => {
    const stage = projectWith({ 'package.json': '{}' });
    const pack = () => Promise.reject(new Error('spawn npm ENOENT'));
    const { code, stderr } = await runStage({ ...stage, context: { ...stage.context, pack } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('spawn npm ENOENT')]);
    expect(filesIn(stage)).toEqual(['package.json']);
  });
});

it("names the directory, not npm, as the cause if the directory doesn't exist", async () => {
  const stage = projectWith({}, '--framework', 'node');
  rmdirSync(stage.directory);
  const { code, stderr } = await runStage(stage);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^error: cannot write \S+: no such file or directory \(ENOENT\)\n/),
  });
});

it.each([
  ['a new directory', '.github', 'x'],
  ['an existing file', '.env.example/kept', 'x'],
])("explains why %s can't be written", async (_name, path, text) => {
  const stage = projectWith({ [path]: text }, '--framework', 'node', '--yes');
  const { code, stderr } = await runStage(stage);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: cannot write \S+: .+\n/)]);
  expect(stderr).toContain(path.split('/')[0]);
});
