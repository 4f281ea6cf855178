import type { Language } from '@svc-simulator/server/http/language.ts';
import { Action } from '../parts/submit.tsx';
import { accessTexts } from './texts.ts';

interface EnterProps {
  readonly lang: Language;
  /** The page's own, which the form posts to. */
  readonly url: URL;
  readonly shortName: string;
}

/** Asks whether to log in by the link. */
export function EnterForm({ lang, url, shortName }: EnterProps) {
  const texts = accessTexts(lang).link;
  return (
    <section class="panel access">
      <h1>{accessTexts(lang).logIn.title}</h1>
      <p class="soft">{texts.lead(shortName)}</p>
      <Action to={`${url.pathname}${url.search}`} kind="primary" text={texts.submit(shortName)} />
    </section>
  );
}

/** What a link shows that was used, or has waited too long. */
export function LinkOver({ lang }: { readonly lang: Language }) {
  const texts = accessTexts(lang).link;
  return (
    <section class="panel access">
      <h1>{texts.over}</h1>
      <p class="soft">{texts.another}</p>
      <a class="button" href="/console/login">
        {accessTexts(lang).logIn.submit}
      </a>
    </section>
  );
}
