import { namesOf } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { receiversTexts } from './texts.ts';

interface ProgramFormProps {
  readonly lang: Language;
  readonly url: URL;
  /** Of the receiver `captura`. */
  readonly address: string;
}

/** Makes the address of a receiver that answers as one says; the address alone holds what that is. */
export function ProgramForm({ lang, url, address }: ProgramFormProps) {
  const texts = receiversTexts(lang).program;
  const names = namesOf(texts.fields);
  const given = new URLSearchParams();
  for (const name of names) {
    const value = url.searchParams.get(name)?.trim();
    if (value) given.set(name, value);
  }
  const made = `${address}?${given}`;
  return (
    <Panel title={texts.title} name="program">
      <p class="soft">{texts.lead}</p>
      <form method="get" action="/console/receivers#program" class="stack">
        <div class="fields">
          {names.map((name) => (
            <TextField
              name={name}
              label={texts.fields[name]}
              value={url.searchParams.get(name) ?? ''}
              inputmode={name === 'answer_body' ? 'text' : 'numeric'}
              maxlength={name === 'answer_body' ? 2000 : 5}
            />
          ))}
        </div>
        <p>
          <Submit text={texts.submit} />
        </p>
      </form>
      {given.size > 0 && (
        <>
          <CodeBlock lang={lang} text={made} what={texts.made} />
          <p>
            <a href={`/console/simulate?${new URLSearchParams({ webhook_url: made })}#session`}>
              {texts.use}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}
