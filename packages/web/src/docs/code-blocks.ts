import type { Texts } from '@svc-simulator/texts/texts.ts';
import { commandsIn, highlighted } from './highlight.ts';

/** The blocks of code of a page in boxes: in colours, with a button that copies, of a shell's script one for each command. */
export function withCodeBlocks(html: string, t: Texts): string {
  return html.replace(
    /<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g,
    (_, language = 'text', code = '') =>
      (language === 'sh' ? commandsIn(code) : [code.trimEnd()])
        .map((each) => codeBlock(each, language, t))
        .join('\n'),
  );
}

/** `code` is HTML. What is typed wraps; what is printed keeps its columns, and scrolls. */
export function codeBlock(code: string, language: string, t: Texts): string {
  const isPrinted = language === 'text' || language === 'console';
  const typed =
    language === 'console' ? code.match(/(?<=^\$ ).*/gm)?.join('\n') : code.replace(/^#.*\n/gm, '');
  const copied = language === 'sh' || language === 'console' ? typed : '';
  const box = isPrinted ? '<div class="code" tabindex="0">' : '<div class="code wrap">';
  return `<div class="code-block">${box}<pre><code>${highlighted(code, language)}</code></pre></div><button type="button" class="quiet copy" data-copy="${copied === code ? '' : copied}" data-copied="${t('docs.copied')}" hidden>${t('docs.copy')}</button></div>`;
}
