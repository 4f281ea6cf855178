import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';

interface ButtonProps {
  readonly lang: Language;
  /** What is copied; without it, the code beside the button: a page has no room for everything twice. */
  readonly text?: string;
  /** What it is, for screen readers: "Copy: webhook secret". */
  readonly what: string;
}

/** A button that copies a text. Without JavaScript there is none: the text itself can be marked. */
export function CopyButton({ lang, text = '', what }: ButtonProps) {
  const t = pageTexts(lang);
  return (
    <button type="button" class="quiet copy" data-copy={text} data-copied={t('console.kit.copy.done')} hidden>
      {t('console.kit.copy.label')}
      <span class="unseen">: {what}</span>
    </button>
  );
}

interface CodeProps extends ButtonProps {
  readonly text: string;
  readonly wrap?: boolean;
  /** With a name of its own in the page, a box keeps its scroll position and the focus while the page stays up to date. */
  readonly id?: string;
}

/** A text to be read to the letter (a body, headers, a command) in a box that scrolls by itself, with its copy button. */
export function CodeBlock({ lang, text, what, wrap = true, id }: CodeProps) {
  return (
    <div class="code-block">
      <section
        class={wrap ? 'code wrap' : 'code'}
        tabindex={0}
        aria-label={what}
        id={id}
        data-keep-scroll={id && ''}
      >
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton lang={lang} what={what} />
    </div>
  );
}
