import { readdirSync } from 'node:fs';
import { isAbsolute, join, posix, relative } from 'node:path';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { packageFolder } from './package-folder.ts';
import { findTarball, type Layout, type Project } from './project.ts';

export const flaskLayout = (t: Texts, project: Project) =>
  pythonLayout(project, {
    name: 'flask',
    test: 'python3 -m unittest test_payment_webhooks',
    mount: t('cli.init.add', {
      where: 'program',
      code: 'from payment_webhooks import payment_webhooks; app.register_blueprint(payment_webhooks)',
    }),
  });

export const djangoLayout = (t: Texts, project: Project) =>
  pythonLayout(project, {
    name: 'django',
    test: 'python3 manage.py test test_payment_webhooks',
    mount: t('cli.init.add', {
      where: 'urls.py',
      code: 'from payment_webhooks import take_webhook; urlpatterns += [path("webhooks/payments", take_webhook)]',
    }),
  });

function pythonLayout(
  project: Project,
  { name, test, mount }: { readonly name: string; readonly test: string; readonly mount: string },
): Layout {
  const tests = project.firstExisting('tests', 'test') ?? 'tests';
  return {
    files: [
      { template: `init/${name}/payment_webhooks.py`, path: 'payment_webhooks.py' },
      { template: 'init/python/payment_events.py', path: 'payment_events.py' },
      { template: 'verify/verify.py', path: 'verify_webhook.py' },
      { template: 'verify/vectors.json', path: `${tests}/vectors.json` },
      { template: `init/${name}/test_payment_webhooks.py`, path: 'test_payment_webhooks.py' },
    ],
    workflow: {
      SETUP_ACTION: 'actions/setup-python@v5',
      SETUP_VERSION: "python-version: '3.13'",
      INSTALL_COMMAND: `pip install ${project.has('requirements.txt') ? '-r requirements.txt' : '.'} && ${installSimulator(project)}`,
      TEST_COMMAND: test,
    },
    steps: [mount, test],
    adapt: (text) => text.replace('.with_name("vectors.json")', `.with_name("${tests}") / "vectors.json"`),
  };
}

export function laravelLayout(t: Texts, project: Project): Layout {
  const test = 'php artisan test --filter PaymentWebhook';
  return {
    files: [
      {
        template: 'init/laravel/PaymentWebhookController.php',
        path: 'app/Http/Controllers/PaymentWebhookController.php',
      },
      { template: 'init/laravel/PaymentEvents.php', path: 'app/Payments/PaymentEvents.php' },
      { template: 'verify/verify.php', path: 'app/Payments/verify.php' },
      { template: 'verify/vectors.json', path: 'tests/vectors.json' },
      { template: 'init/laravel/payments.php', path: 'config/payments.php' },
      { template: 'init/laravel/PaymentWebhookTest.php', path: 'tests/Feature/PaymentWebhookTest.php' },
    ],
    workflow: {
      SETUP_ACTION: 'shivammathur/setup-php@v2',
      SETUP_VERSION: "php-version: '8.3'",
      INSTALL_COMMAND: `composer install --no-interaction && cp -n .env.example .env && php artisan key:generate && ${installSimulator(project)}`,
      TEST_COMMAND: test,
    },
    steps: [
      t('cli.init.add', {
        where: 'routes/web.php',
        code: "Route::post('/webhooks/payments', \\App\\Http\\Controllers\\PaymentWebhookController::class)->withoutMiddleware('web');",
      }),
      test,
    ],
    adapt: (text) => text.replace("'/vectors.json'", "'/../../tests/vectors.json'"),
  };
}

export function springLayout(_t: Texts, project: Project): Layout {
  const folder = springFolder(project);
  const tests = folder.replace('src/main/', 'src/test/');
  const name = folder.replace('src/main/java/', '').replaceAll('/', '.');
  const vectors = 'src/test/resources/vectors.json';
  const isGradle = !project.has('pom.xml');
  const test = isGradle
    ? './gradlew test --tests "*PaymentWebhookControllerTest"'
    : `${project.has('mvnw') ? './mvnw' : 'mvn'} -q test -Dtest=PaymentWebhookControllerTest`;
  return {
    files: [
      {
        template: 'init/spring/PaymentWebhookController.java',
        path: `${folder}/PaymentWebhookController.java`,
      },
      { template: 'init/spring/PaymentEvents.java', path: `${folder}/PaymentEvents.java` },
      { template: 'verify/Verify.java', path: `${folder}/Verify.java` },
      { template: 'verify/vectors.json', path: vectors },
      {
        template: 'init/spring/PaymentWebhookControllerTest.java',
        path: `${tests}/PaymentWebhookControllerTest.java`,
      },
    ],
    workflow: {
      SETUP_ACTION: 'actions/setup-java@v4',
      SETUP_VERSION: "java-version: '21', distribution: temurin",
      INSTALL_COMMAND: installSimulator(project),
      TEST_COMMAND: test,
    },
    steps: [test],
    adapt: (text) =>
      text
        .replace(/^(package com\.example;\n\n)?(?=import )/m, `package ${name};\n\n`)
        .replace('"vectors.json"', `"${vectors}"`),
  };
}

/** Returns the directory of the application class, because Spring looks for controllers below its package. */
function springFolder(project: Project): string {
  const sources = 'src/main/java';
  if (!project.has(sources)) return `${sources}/com/example`;
  const program = readdirSync(`${project.folder}/${sources}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${sources}/${file.replaceAll('\\', '/')}`)
    .find((file) => file.endsWith('.java') && project.text(file).includes('@SpringBootApplication'));
  return program === undefined ? `${sources}/com/example` : posix.dirname(program);
}

/** Returns the CI command that installs the simulator. It uses npm, which GitHub's runners have. */
function installSimulator(project: Project): string {
  return `npm install --no-save --no-package-lock ./${findTarball(project).path}`;
}

/**
 * Returns the layout of a language for which svc-simulator has only example code to copy. The layout writes
 * no files.
 */
export function exampleLayout(verification: string, callExample: string) {
  return (t: Texts, { folder }: Project): Layout => {
    const example = (name: string) => {
      const file = join(packageFolder(), 'examples', name);
      const path = relative(folder, file);
      return path.startsWith('..') || isAbsolute(path) ? file : path;
    };
    const verify = example(`verify/${verification}`);
    return {
      files: [],
      steps: [
        t('cli.init.copy_verification', { verify, vectors: example('verify/vectors.json') }),
        t('cli.init.copy_call', { call: example(`call/${callExample}`) }),
      ],
    };
  };
}
