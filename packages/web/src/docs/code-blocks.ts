import type { Texts } from '@svc-simulator/texts/texts.ts';

export function withCodeBlocks(html: string, t: Texts): string {
  return html.replace(
    /<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g,
    (_, language = 'text', code = '') =>
      (language === 'sh' ? commandsIn(code) : [code.trimEnd()])
        .map((command) => codeBlock(command, language, t))
        .join('\n'),
  );
}

/**
 * Renders a code block; `code` is HTML. Long lines of code wrap. The output of a command scrolls, because
 * wrapping would break its columns.
 */
export function codeBlock(code: string, language: string, t: Texts): string {
  const isOutput = language === 'text' || language === 'console';
  const typedText =
    language === 'console' ? code.match(/(?<=^\$ ).*/gm)?.join('\n') : code.replace(/^#.*\n/gm, '');
  const copyText = language === 'sh' || language === 'console' ? typedText : '';
  const box = isOutput ? '<div class="code" tabindex="0">' : '<div class="code wrap">';
  return `<div class="code-block">${box}<pre><code>${highlight(code, language)}</code></pre></div><button type="button" class="quiet copy" data-copy="${copyText === code ? '' : copyText}" data-copied="${t('kit.copy.done')}" hidden>${t('kit.copy.label')}</button></div>`;
}

const keywords =
  'import|from|export|const|let|function|return|async|await|new|if|else|try|catch|throw|for|of|in|def|as|with|class|use|require|type|interface|process|FROM|RUN|COPY|CMD|true|false|null|None|not|and|or|server|location';

const comments: Readonly<Record<string, string>> = {
  js: '\\/\\/.*',
  ts: '\\/\\/.*',
  json: '(?!)',
  xml: '(?!)',
};

function highlight(html: string, language: string): string {
  if (language === 'text') return html;
  const name =
    language === 'json'
      ? '&quot;[^&\\n]*?&quot;(?=\\s*:)'
      : language === 'yaml'
        ? '^[ -]*[\\w.-]+(?=:)'
        : '(?!)';
  const pattern = new RegExp(
    [
      `(?<k>${name}|(?<![\\w./-])(?:${language === 'sh' ? 'npx sim|npx|npm|curl|node|docker|eval|export' : keywords})(?![\\w./-]))`,
      `(?<c>${comments[language] ?? '(?<=^|\\s)#.*'})`,
      '(?<s>&quot;.*?&quot;|&#39;[\\s\\S]*?&#39;|`[^`]*`)',
      '(?<n>(?<=[\\s(])--?[a-zA-Z][\\w-]*|(?<![\\w.-])\\d[\\d.]*(?![\\w.-]))',
    ].join('|'),
    'gm',
  );
  return html.replace(pattern, (match, ...matchArgs) => {
    const groups: Readonly<Record<string, string | undefined>> = matchArgs.at(-1);
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    return `<span class="${kind}">${match}</span>`;
  });
}

/**
 * Splits a shell script (as HTML) into commands, so that each gets its own copy button. A script with a
 * heredoc, a loop or a function stays whole, as does a list of variables.
 */
export function commandsIn(script: string): readonly string[] {
  const lines = script.trimEnd().split('\n');
  if (/&lt;&lt;|^(?:for|while|if|\w+\(\))/m.test(script) || lines.every((line) => /^[A-Z_]+=\S*$/.test(line)))
    return [lines.join('\n')];
  const commands: string[] = [];
  let command = '';
  for (const line of lines) {
    command += command ? `\n${line}` : line;
    const quotes = command.replace(/^#.*$/gm, '').match(/&#39;/g)?.length ?? 0;
    if (!line.trim() || line.startsWith('#') || line.endsWith('\\') || quotes % 2 === 1) continue;
    commands.push(command.trim());
    command = '';
  }
  if (command.trim()) commands.push(command.trim());
  return commands;
}
