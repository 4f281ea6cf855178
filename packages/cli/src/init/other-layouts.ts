import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Layout, type Project, tarballOf } from './project.ts';

export const flaskLayout = (t: Texts, project: Project) =>
  pythonLayout(t, project, {
    name: 'flask',
    test: 'python3 -m unittest test_payment_webhooks',
    mount: t('cli.init.add', {
      where: 'program',
      code: 'from payment_webhooks import payment_webhooks; app.register_blueprint(payment_webhooks)',
    }),
  });

export const djangoLayout = (t: Texts, project: Project) =>
  pythonLayout(t, project, {
    name: 'django',
    test: 'python3 manage.py test test_payment_webhooks',
    mount: t('cli.init.add', {
      where: 'urls.py',
      code: 'from payment_webhooks import take_webhook; urlpatterns += [path("webhooks/payments", take_webhook)]',
    }),
  });

function pythonLayout(
  t: Texts,
  project: Project,
  { name, test, mount }: { readonly name: string; readonly test: string; readonly mount: string },
): Layout {
  return {
    files: [
      { template: `init/${name}/payment_webhooks.py`, path: 'payment_webhooks.py' },
      { template: 'init/python/payment_events.py', path: 'payment_events.py' },
      { template: 'verify/verify.py', path: 'verify_webhook.py' },
      { template: 'verify/vectors.json', path: 'vectors.json' },
      { template: `init/${name}/test_payment_webhooks.py`, path: 'test_payment_webhooks.py' },
    ],
    workflow: {
      SETUP_ACTION: 'actions/setup-python@v5',
      SETUP_VERSION: "python-version: '3.13'",
      INSTALL_COMMAND: `pip install ${project.has('requirements.txt') ? '-r requirements.txt' : '.'} && ${simulatorInstalled(project)}`,
      TEST_COMMAND: test,
    },
    steps: [mount, test, examined(t, project, name === 'flask' ? 5000 : 8000)],
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
      { template: 'verify/vectors.json', path: 'app/Payments/vectors.json' },
      { template: 'init/laravel/payments.php', path: 'config/payments.php' },
      { template: 'init/laravel/PaymentWebhookTest.php', path: 'tests/Feature/PaymentWebhookTest.php' },
    ],
    workflow: {
      SETUP_ACTION: 'shivammathur/setup-php@v2',
      SETUP_VERSION: "php-version: '8.3'",
      INSTALL_COMMAND: `composer install --no-interaction && cp -n .env.example .env && php artisan key:generate && ${simulatorInstalled(project)}`,
      TEST_COMMAND: test,
    },
    steps: [
      t('cli.init.add', {
        where: 'routes/web.php',
        code: "Route::post('/webhooks/payments', \\App\\Http\\Controllers\\PaymentWebhookController::class)->withoutMiddleware('web');",
      }),
      test,
      examined(t, project, 8000),
    ],
  };
}

export function springLayout(t: Texts, project: Project): Layout {
  const folder = springFolder(project);
  const tests = folder.replace('src/main/', 'src/test/');
  const name = folder.replace('src/main/java/', '').replaceAll('/', '.');
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
      { template: 'verify/vectors.json', path: `${folder}/vectors.json` },
      {
        template: 'init/spring/PaymentWebhookControllerTest.java',
        path: `${tests}/PaymentWebhookControllerTest.java`,
      },
    ],
    workflow: {
      SETUP_ACTION: 'actions/setup-java@v4',
      SETUP_VERSION: "java-version: '21', distribution: temurin",
      INSTALL_COMMAND: simulatorInstalled(project),
      TEST_COMMAND: test,
    },
    steps: [test, examined(t, project, 8080)],
    adapt: (text) => text.replace(/^(package com\.example;\n\n)?(?=import )/m, `package ${name};\n\n`),
  };
}

/** Returns the package of the application class, below which Spring looks for controllers. */
function springFolder(project: Project): string {
  const sources = 'src/main/java';
  if (!project.has(sources)) return `${sources}/com/example`;
  const program = readdirSync(`${project.folder}/${sources}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${sources}/${file.replaceAll('\\', '/')}`)
    .find((file) => file.endsWith('.java') && project.text(file).includes('@SpringBootApplication'));
  return program === undefined ? `${sources}/com/example` : posix.dirname(program);
}

/** GitHub's runners have Node, so the project needs no dependency on the simulator. */
function simulatorInstalled(project: Project): string {
  return `npm install --no-save --no-package-lock ./${tarballOf(project).path}`;
}

function examined(t: Texts, { program }: Project, port: number): string {
  return t('cli.init.program_runs_webhook_secret', { program, port });
}
