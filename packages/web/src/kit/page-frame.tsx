import kitArea from 'texts:kit';
import { languages, type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Icon, TextsProvider, t } from './parts.tsx';

/** A data URI, because the pages' content security policy (CSP) allows no image requests. */
export const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b4b57'/%3E%3Cpath d='M9 17l4.6 5L23 11' fill='none' stroke='%23fff' stroke-width='3.5' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

type FrameProps = Readonly<{ width: 'wide' | 'narrow'; children?: Child }>;

export function BrandMark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="m9 17 4.6 5L23 11" />
    </svg>
  );
}

export function Bar({ home, title, children }: Readonly<{ home: string; title: string; children?: Child }>) {
  return (
    <header class="row bar">
      <a class="brand" href={home} aria-label={title}>
        <BrandMark />
        <span>{title}</span>
      </a>
      {children}
    </header>
  );
}

export function LanguageSwitch({ href }: Readonly<{ href: (lang: string) => string }>) {
  return languages
    .filter((language) => language !== t.lang)
    .map((language) => (
      <a class="switch" href={href(language)} lang={language} hreflang={language}>
        {frameTexts(language)('kit.frame.language')}
      </a>
    ));
}

function Frame({ width, children }: FrameProps) {
  return (
    <>
      <aside class="ribbon" aria-label={t('kit.frame.ribbon.mode')}>
        <Icon name="flask" />
        <p>
          <strong>{t('kit.frame.ribbon.mode')}</strong> · {t('kit.frame.ribbon.detail')}
        </p>
      </aside>
      <div class={`page ${width}`}>
        <header class="row top">
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

/** Inline content, which the CSP allows by its hash, or a file of the same origin. */
type FileContent = string | Readonly<{ href: string }>;
export type DocumentFiles = Readonly<{ styles: FileContent; script: FileContent }>;

interface DocumentParts extends Pick<DocumentFiles, 'styles'> {
  readonly t: Texts;
  readonly title: string;
  readonly script?: FileContent | undefined;
  readonly body: Child;
}

export type PageParts = Omit<DocumentParts, 'body'> & FrameProps;

export function renderFramedPage({ width, children, ...document }: PageParts): string {
  return renderDocument({ ...document, body: <Frame width={width}>{children}</Frame> });
}

export function renderDocument({ t, title, styles, script, body }: DocumentParts): string {
  // `html` returns a promise only if a component is asynchronous, and none is.
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
<body>${<TextsProvider value={t}>{body}</TextsProvider>}${script ? raw(typeof script === 'string' ? `<script>${script}</script>` : `<script src="${script.href}"></script>`) : ''}</body>
</html>
`);
}

export function withCode(sentence: string): Child {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

const frameTexts = textsByLanguage(kitArea);
