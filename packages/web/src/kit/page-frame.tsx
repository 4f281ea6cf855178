import kitArea from 'texts:kit';
import { languages, type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Icon, Speaking, t } from './parts.tsx';

/** Drawn in the tab; as a data URI it spares the browser a request that the policy would refuse anyway. */
export const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b4f43'/%3E%3Cpath d='M9 17l4.6 5L23 11' fill='none' stroke='%23fff' stroke-width='3.5' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

interface FrameProps {
  /** `wide` has two columns where there is room. */
  readonly width: 'wide' | 'narrow';
  readonly children?: Child;
}

/** The provider's mark. */
export function BrandMark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="m9 17 4.6 5L23 11" />
    </svg>
  );
}

/** The head of every page for developers: the mark, which leads `home`, and the ways on. */
export function Bar({ home, title, children }: Readonly<{ home: string; title: string; children?: Child }>) {
  return (
    <header class="bar">
      <a class="brand" href={home} aria-label={title}>
        <BrandMark />
        <span>{title}</span>
      </a>
      {children}
    </header>
  );
}

/** Leads to the same page in each other language, which it names in that language, by its address there. */
export function LanguageSwitch({ href }: Readonly<{ href: (lang: string) => string }>) {
  return languages
    .filter((other) => other !== t.lang)
    .map((other) => (
      <a class="switch" href={href(other)} lang={other} hreflang={other}>
        {pageTexts(other)('kit.frame.language')}
      </a>
    ));
}

function Frame({ width, children }: FrameProps) {
  return (
    <>
      <aside class="ribbon" aria-label={t('kit.frame.ribbon.mode')}>
        <p>
          <Icon name="flask" />
          <span>
            <strong>{t('kit.frame.ribbon.mode')}</strong> · {t('kit.frame.ribbon.detail')}
          </span>
        </p>
      </aside>
      <div class={`page ${width}`}>
        <header class="top">
          <p class="brand">
            <BrandMark />
            {t('kit.frame.brand')}
          </p>
          <LanguageSwitch href={(to) => `?lang=${to}`} />
        </header>
        <main>{children}</main>
        <footer>
          <p>{t('kit.frame.footer')}</p>
        </footer>
      </div>
    </>
  );
}

export interface PageParts extends FrameProps {
  readonly t: Texts;
  readonly title: string;
  /** Content of `<style>`; the page's policy has its hash. */
  readonly styles: string;
  /** The page's own script, at the end of its body, likewise. */
  readonly script?: string;
}

/** The whole document as HTML text, in the frame of the pages for payers and tills. */
export function renderPage({ t, title, styles, script, ...frame }: PageParts): string {
  return renderDocument({ t, title, styles, script, body: <Frame {...frame} /> });
}

/** A file of this origin's. */
export interface PageFile {
  readonly href: string;
}

export interface DocumentParts extends Pick<PageParts, 't' | 'title'> {
  /** In the page, or where it is. */
  readonly styles: string | PageFile;
  readonly script?: string | PageFile | undefined;
  readonly body: Child;
}

/** A document with its style and script inside, each allowed by its hash, or with the files that they are. */
export function renderDocument({ t, title, styles, script, body }: DocumentParts): string {
  // Components are never asynchronous here, so the template is a text already, not a promise of one.
  return String(html`<!doctype html>
<html lang="${t.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title} · ${t('kit.frame.brand')}</title>
<link rel="icon" href="${raw(favicon)}">
${raw(typeof styles === 'string' ? `<style>${styles}</style>` : `<link rel="stylesheet" href="${styles.href}">`)}
</head>
<body>${<Speaking value={t}>{body}</Speaking>}${script ? raw(typeof script === 'string' ? `<script>${script}</script>` : `<script src="${script.href}"></script>`) : ''}</body>
</html>
`);
}

export function withCode(sentence: string): Child {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

/** Speaks the texts of these pages. */
const pageTexts = textsByLanguage(kitArea);
