import type { Texts } from '@svc-simulator/texts/texts.ts';
import { findTarball, type Layout, type Project } from './project.ts';

const packageManagers = {
  'pnpm-lock.yaml': { add: 'pnpm add', ci: 'corepack enable && pnpm install --frozen-lockfile' },
  'yarn.lock': { add: 'yarn add', ci: 'corepack enable && yarn install --immutable' },
  'bun.lock': { add: 'bun add', ci: 'npm install --global bun && bun install --frozen-lockfile' },
  'package-lock.json': { add: 'npm install', ci: 'npm ci' },
} as const;

type ImportStatement = (name: string) => string;
type Mount = (importOf: ImportStatement, t: Texts) => readonly string[];

/**
 * Plans a receiver with its test: in TypeScript if the project has a tsconfig.json, else in JavaScript.
 * `templates` is the directory of the framework's templates. `mount` returns the steps by which the user
 * connects the receiver to the program.
 */
export function nodeLayout(templates: string, mount: Mount, isNext = false) {
  return (t: Texts, project: Project): Layout => {
    const isTyped = project.has('tsconfig.json');
    const isCommonJs = !isTyped && !isNext && !/"type"\s*:\s*"module"/.test(project.text('package.json'));
    const untypedExtension = isNext ? '.js' : isCommonJs ? '.cjs' : '.mjs';
    const runner = testRunner(project, isTyped);
    const imports = isTyped ? runner.imports : untypedExtension;
    const source = isTyped ? '.ts' : untypedExtension;
    const receiver = isNext ? 'route' : 'payment-webhooks';
    const folder = sourceFolder(project, isNext);
    // In `node --test` and Vitest, tests are ES modules even if the program is not.
    const test = `${folder}${receiver}${runner.suffix}${isCommonJs ? '.mjs' : source}`;
    const lockFile = project.firstExisting('pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'package-lock.json');
    const manager = packageManagers[lockFile ?? 'package-lock.json'];
    const tarball = findTarball(project);
    const command = `${runner.command} ${test}`;
    return {
      files: [
        { template: `init/${templates}/payment-webhooks.ts`, path: `${folder}${receiver}${source}` },
        { template: 'init/node/payment-events.ts', path: `${folder}payment-events${source}` },
        { template: `init/${templates}/payment-webhooks.test.ts`, path: test },
      ],
      workflow: {
        SETUP_ACTION: 'actions/setup-node@v4',
        SETUP_VERSION: 'node-version: 22',
        INSTALL_COMMAND: lockFile ? manager.ci : 'npm install',
        TEST_COMMAND: command,
      },
      steps: [
        ...(tarball.isDependency ? [] : [`${manager.add} ./${tarball.path}`]),
        ...mount((name) => {
          const code = (isCommonJs ? commonJsImport : esmImport)(name, `./${receiver}${imports}`);
          return t('cli.init.add', { where: 'top', code });
        }, t),
        command,
      ],
      adapt: (text, path) => {
        const receiverText = text
          .replace('./payment-webhooks.js', `./${receiver}.js`)
          .replace(/(?<='\.\/[\w-]+)\.js(?=')/g, imports)
          .replace("'node:test'", `'${runner.module}'`);
        if (isTyped) return receiverText;
        return path.endsWith('.cjs') ? toCommonJs(withoutTypes(receiverText)) : withoutTypes(receiverText);
      },
    };
  };
}

function sourceFolder(project: Project, isNext: boolean): string {
  if (isNext) return `${project.firstExisting('src/app', 'src/pages') ? 'src/' : ''}app/webhooks/payments/`;
  return project.has('src') ? 'src/' : '';
}

function testRunner(project: Project, isTyped: boolean) {
  const manifest = project.text('package.json');
  if (manifest.includes('"vitest"'))
    return { module: 'vitest', command: 'npx vitest run', suffix: '.test', imports: '.js' };
  if (isTyped && manifest.includes('"jest"'))
    return { module: '@jest/globals', command: 'npx jest', suffix: '.spec', imports: '' };
  const command = isTyped ? 'npx tsx --test' : 'node --test';
  return { module: 'node:test', command, suffix: '-test', imports: '.js' };
}

/** Removes the type annotations of the templates, which use only these types. */
function withoutTypes(text: string): string {
  return text
    .replace(/^import type .*\n\n?/gm, '')
    .replace(/: (?:WebhookEvent|Promise<void>|string)(?=[,) ])/g, '');
}

/** Converts the imports and exports of the templates, which use only these forms. */
function toCommonJs(text: string): string {
  return text
    .replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);')
    .replace(/^export const (\w+) =/gm, 'exports.$1 =')
    .replace(/^export (?=function (\w+))/gm, 'exports.$1 = ');
}

export const mountSteps = {
  nest: (importOf, t) => [
    importOf('PaymentWebhooks'),
    t('cli.init.add', { where: 'module', code: 'controllers: [PaymentWebhooks]' }),
    t('cli.init.add', { where: 'start', code: 'NestFactory.create(AppModule, { rawBody: true })' }),
  ],
  fastify: (importOf, t) => [
    importOf('paymentWebhooks'),
    t('cli.init.add', { where: 'program', code: 'app.register(paymentWebhooks)' }),
  ],
  hono: (importOf, t) => [
    importOf('POST'),
    t('cli.init.add', { where: 'program', code: "app.post('/webhooks/payments', (c) => POST(c.req.raw))" }),
  ],
  express: (importOf, t) => [
    importOf('receiveWebhook'),
    t('cli.init.add', { where: 'express', code: "app.post('/webhooks/payments', receiveWebhook)" }),
  ],
  node: (importOf, t) => [
    importOf('receiveWebhook'),
    t('cli.init.add', {
      where: 'server',
      code: "if (request.url === '/webhooks/payments') return receiveWebhook(request, response)",
    }),
  ],
} satisfies Record<string, Mount>;

function esmImport(name: string, module: string): string {
  return `import { ${name} } from '${module}'`;
}

function commonJsImport(name: string, module: string): string {
  return `const { ${name} } = require('${module}')`;
}
