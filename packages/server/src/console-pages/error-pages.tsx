export interface ErrorTexts {
  readonly title: string;
  readonly text: string;
  readonly back: string;
}

/** What stands on a page that could not be shown: what is wrong, and the way on. */
export function ErrorBody({ texts }: { readonly texts: ErrorTexts }) {
  return (
    <section class="lonely">
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
