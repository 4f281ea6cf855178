import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Area, ConsolePage } from './page-call.ts';
import { textsOf } from './texts.ts';

/** What stands on a page that could not be shown: what is wrong, and the way on. */
export function ErrorBody({ texts }: { readonly texts: ReturnType<typeof textsOf>['errors'][404] }) {
  return (
    <section class="stack narrow">
      <h1>{texts.title}</h1>
      <p class="soft">{texts.text}</p>
      <p>
        <a class="button" href="/console">
          {texts.back}
        </a>
      </p>
    </section>
  );
}

/** What answers for something that is not there, or is another account's: 404, in the area where it was looked for. */
export function missingPage(lang: Language, area: Area): ConsolePage {
  const texts = textsOf(lang).errors[404];
  return { title: texts.title, area, status: 404, live: null, body: <ErrorBody texts={texts} /> };
}
