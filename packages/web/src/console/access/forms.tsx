import type { Texts } from '@svc-simulator/texts/texts.ts';
import { TextField } from '../parts/field.tsx';
import { Notice, Submit } from '../parts/parts.tsx';

interface LogInProps {
  readonly t: Texts;
  /** The page to go to afterwards. */
  readonly next: string;
  /** There is a demo account, whose password a terminal shows. */
  readonly hasDemo: boolean;
  readonly shortName?: string;
  /** Why it was refused. */
  readonly refused?: string;
  /** The password is a trainer's one-time one, and another has to be chosen with it. */
  readonly isOneTime?: boolean;
}

/** Logging in. After a refusal the name stays, the password does not. */
export function LogInForm({ t, next, hasDemo, shortName, refused, isOneTime }: LogInProps) {
  return (
    <section class="panel access">
      <h1>{t('console.access.logIn.title')}</h1>
      <p class="soft">{t('console.access.logIn.lead')}</p>
      {refused && <Notice kind="danger" text={refused} />}
      <form method="post" action={`/console/login?next=${encodeURIComponent(next)}`} class="stack">
        <TextField
          name="short_name"
          label={t('console.access.logIn.shortName')}
          value={shortName}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <TextField
          name="password"
          label={t('console.access.logIn.password')}
          type="password"
          autocomplete="current-password"
          required
        />
        {isOneTime && (
          <TextField
            name="new_password"
            label={t('console.access.logIn.newPassword')}
            hint={t('console.access.register.passwordHint')}
            type="password"
            minlength={8}
            maxlength={200}
            autocomplete="new-password"
            required
          />
        )}
        <Submit kind="primary" text={t('console.access.logIn.submit')} />
      </form>
      <p class="small">
        {t('console.access.logIn.noAccount')}{' '}
        <a href="/console/register">{t('console.access.logIn.register')}</a>
      </p>
      {hasDemo && <p class="hint">{t('console.access.logIn.demo')}</p>}
    </section>
  );
}

interface RegisterProps {
  readonly t: Texts;
  readonly values?: Readonly<Partial<Record<'short_name' | 'class_code', string>>>;
  readonly faults?: Readonly<Partial<Record<string, string>>>;
  /** Why it was refused as a whole. */
  readonly refused?: string | undefined;
}

/** Making an account. */
export function RegisterForm({ t, values = {}, faults = {}, refused }: RegisterProps) {
  return (
    <section class="panel access">
      <h1>{t('console.access.register.title')}</h1>
      <p class="soft">{t('console.access.register.lead')}</p>
      {refused && <Notice kind="danger" text={refused} />}
      <form method="post" action="/console/register" class="stack">
        <TextField
          name="short_name"
          hint={t('console.access.register.shortNameHint')}
          fault={faults.short_name}
          label={t('console.access.register.shortName')}
          value={values.short_name}
          minlength={3}
          maxlength={64}
          pattern="[a-zA-Z0-9._@\-]+"
          title={t('console.access.register.shortNameHint')}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <TextField
          name="password"
          hint={t('console.access.register.passwordHint')}
          fault={faults.password}
          label={t('console.access.register.password')}
          type="password"
          minlength={8}
          maxlength={200}
          autocomplete="new-password"
          required
        />
        <TextField
          name="class_code"
          hint={t('console.access.register.classCodeHint')}
          fault={faults.class_code}
          label={t('console.access.register.classCode')}
          value={values.class_code}
          maxlength={500}
          autocapitalize="characters"
          spellcheck={false}
        />
        <Submit kind="primary" text={t('console.access.register.submit')} />
      </form>
      <p class="small">
        {t('console.access.register.hasAccount')}{' '}
        <a href="/console/login">{t('console.access.register.logIn')}</a>
      </p>
    </section>
  );
}
