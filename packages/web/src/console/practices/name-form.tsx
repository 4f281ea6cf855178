import type { Language } from '@svc-simulator/server/http/language.ts';
import { Submit } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { certificateTexts } from './texts.ts';

/** As long as a name on a certificate may be. */
export const NAME_LIMIT = 120;

interface NameFormProps {
  readonly lang: Language;
  readonly name: string | undefined;
  readonly isRefused: boolean;
}

/** Asks for the name that the certificate is to bear; it gets its code by that. */
export function NameForm({ lang, name, isRefused }: NameFormProps) {
  const texts = certificateTexts(lang).name;
  return (
    <form method="post" action="/console/practices/certificate" class="panel pairing-form unprinted">
      <TextField
        name="full_name"
        label={texts.label}
        hint={texts.hint}
        fault={isRefused ? texts.fault : undefined}
        value={name}
        maxlength={NAME_LIMIT}
        autocomplete="name"
        dir="auto"
        required
      />
      <Submit text={texts.submit} />
    </form>
  );
}

/** A code as it is printed: four groups of four, to be read aloud. */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
