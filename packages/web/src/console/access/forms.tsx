import type { Language } from '@svc-simulator/server/http/language.ts';
import { TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Submit } from '../parts/submit.tsx';
import { accessTexts } from './texts.ts';

interface LogInProps {
  readonly lang: Language;
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
export function LogInForm({ lang, next, hasDemo, shortName, refused, isOneTime }: LogInProps) {
  const texts = accessTexts(lang).logIn;
  return (
    <section class="panel access">
      <h1>{texts.title}</h1>
      <p class="soft">{texts.lead}</p>
      {refused && <Notice kind="danger" text={refused} />}
      <form method="post" action={`/console/login?next=${encodeURIComponent(next)}`} class="stack">
        <TextField
          name="short_name"
          label={texts.shortName}
          value={shortName}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <TextField
          name="password"
          label={texts.password}
          type="password"
          autocomplete="current-password"
          required
        />
        {isOneTime && (
          <TextField
            name="new_password"
            label={texts.newPassword}
            hint={accessTexts(lang).register.passwordHint}
            type="password"
            minlength={8}
            maxlength={200}
            autocomplete="new-password"
            required
          />
        )}
        <Submit kind="primary" text={texts.submit} />
      </form>
      <p class="small">
        {texts.noAccount} <a href="/console/register">{texts.register}</a>
      </p>
      {hasDemo && <p class="hint">{texts.demo}</p>}
    </section>
  );
}

interface RegisterProps {
  readonly lang: Language;
  readonly values?: Readonly<Partial<Record<'short_name' | 'class_code', string>>>;
  readonly faults?: Readonly<Partial<Record<string, string>>>;
  /** Why it was refused as a whole. */
  readonly refused?: string | undefined;
}

/** Making an account. */
export function RegisterForm({ lang, values = {}, faults = {}, refused }: RegisterProps) {
  const texts = accessTexts(lang).register;
  return (
    <section class="panel access">
      <h1>{texts.title}</h1>
      <p class="soft">{texts.lead}</p>
      {refused && <Notice kind="danger" text={refused} />}
      <form method="post" action="/console/register" class="stack">
        <TextField
          name="short_name"
          hint={texts.shortNameHint}
          fault={faults.short_name}
          label={texts.shortName}
          value={values.short_name}
          minlength={3}
          maxlength={64}
          pattern="[a-zA-Z0-9._@\-]+"
          title={texts.shortNameHint}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <TextField
          name="password"
          hint={texts.passwordHint}
          fault={faults.password}
          label={texts.password}
          type="password"
          minlength={8}
          maxlength={200}
          autocomplete="new-password"
          required
        />
        <TextField
          name="class_code"
          hint={texts.classCodeHint}
          fault={faults.class_code}
          label={texts.classCode}
          value={values.class_code}
          maxlength={500}
          autocapitalize="characters"
          spellcheck={false}
        />
        <Submit kind="primary" text={texts.submit} />
      </form>
      <p class="small">
        {texts.hasAccount} <a href="/console/login">{texts.logIn}</a>
      </p>
    </section>
  );
}
