import { readdirSync, readFileSync } from 'node:fs';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { english } from '@svc-simulator/test-support/english.ts';
import { describe, expect, it } from 'vitest';
import { commandsIn } from './code-blocks.ts';
import { docPagesIn, docParts } from './doc-pages.ts';
import { searchPages } from './search.ts';

const docsDirectory = new URL('../../../../docs/', import.meta.url);
const languages = ['en', 'es'] as const;
const sim = await simulatorOfBlock();

function structureOf(path: string): readonly string[] {
  const text = readFileSync(new URL(path, docsDirectory), 'utf8').replaceAll('.es.svg', '.en.svg');
  const parts = text.match(/^```\w*\n[\s\S]*?^```$|^#+(?= )|^\|.*|^(?:- |\d+\. )|\]\([^)#]+|\]\(#/gm) ?? [];
  // Transcripts and table cells contain output in the reader's language.
  return parts.map((part) => {
    if (part.startsWith('```console')) return part.match(/^\$ .*/gm)?.join('\n') ?? '';
    if (/^```(?:text|xml)/.test(part)) return part.replace(/.+/g, '');
    return part.startsWith('|') ? part.replace(/[^|]+/g, '') : withoutWords(part);
  });
}

/**
 * Removes the parts of a code block that a translation changes: comments, messages, names and the language.
 */
function withoutWords(block: string): string {
  return block
    .replace(/(?<=^|\s)(?:#|\/\/) .*$/gm, '')
    .replace(/(?<=\b(?:name|user_message): |^Description=)[^,}\n]+/gm, '')
    .replace(/(?<=\b(?:it|test)\()'[^'\n]*'|(?<=class create )"[^"\n]*"/g, '')
    .replace(/,? +language: 'es'(?:,\n)?/g, '');
}

describe('the Markdown pages', () => {
  it('has the same pages in both languages', () => {
    expect(readdirSync(new URL('es', docsDirectory))).toEqual(readdirSync(new URL('en', docsDirectory)));
  });

  it.each(readdirSync(new URL('en', docsDirectory)))(
    'has for %s the same headings, code blocks, rows and links in both languages',
    (name) => {
      const english = structureOf(`en/${name}`);
      expect(english.length).toBeGreaterThan(0);
      expect(structureOf(`es/${name}`)).toEqual(english);
    },
  );
});

describe('the Spanish pages', () => {
  const read = (path: string) => readFileSync(new URL(path, docsDirectory), 'utf8');
  const withoutBlocks = (text: string) => text.replace(/^```\w*\n[\s\S]*?^```$/gm, '');

  it.each(readdirSync(new URL('es', docsDirectory)))(
    'uses in %s the commands, options and fields of the English page',
    (name) => {
      const codes = (text: string) =>
        // The Spanish pages write durations in Spanish, which the command line also accepts.
        [
          ...new Set(
            [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) =>
              code?.replace('días', 'days'),
            ),
          ),
        ].sort();
      expect(codes(read(`es/${name}`))).toEqual(codes(read(`en/${name}`)));
    },
  );

  it('shows the output of commands in Spanish if it contains sentences', () => {
    const pagesIn = (language: string) =>
      readdirSync(new URL(language, docsDirectory)).flatMap((name) =>
        [...read(`${language}/${name}`).matchAll(/^```(?:text|xml)\n([\s\S]*?)^```$/gm)].map(
          ([, text]) => text,
        ),
      );
    const english = new Set(pagesIn('en'));
    const same = pagesIn('es').filter((text = '') => english.has(text));
    expect(same.map((text = '') => text.trim().slice(0, 20))).toEqual([
      'pending  Café y pan',
      'pending  1250  Café ',
      '{"type":"connected",',
      'webhooks/20261121T15',
      'POST http://127.0.0.',
      '200             34 m',
      // This output of examples/verify is the same in every language.
      '22 vectors',
    ]);
  });

  it('uses the words of the glossary, and no English words', () => {
    const rejected = read('glossary.md')
      .split('\n')
      .flatMap((row) => /^\| [^|]+ \| [^|]+ \| ([^|]+) \|/.exec(row)?.[1]?.split(', ') ?? [])
      .filter((word) => !/^(not|-+)$/.test(word));
    expect(rejected.length).toBeGreaterThan(40);
    const pattern = new RegExp(
      `(?<!\\p{L})(${rejected.join('|').replaceAll('*', '\\p{L}*')})(?!\\p{L})`,
      'giu',
    );
    const untranslated = readdirSync(new URL('es', docsDirectory)).flatMap((name) => {
      const prose = withoutBlocks(read(`es/${name}`)).replace(/`[^`]*`|\]\([^)]*\)/g, '');
      const words = [...prose.matchAll(pattern), ...prose.matchAll(new RegExp(english, 'gu'))];
      return words.map(([word]) => `${name}: ${word}`);
    });
    expect(untranslated).toEqual([]);
  });
});

describe.each(languages)('the documentation in %s', (language) => {
  it('links to every page from the start page, and has no dead link', async () => {
    const pages = await docPagesIn(language);
    const start = pages[0]?.html ?? '';
    const anchors = new Map(pages.map((page) => [page.slug, docParts(page).map(({ anchor }) => anchor)]));
    for (const { slug, html } of pages.slice(1)) {
      expect(start, slug).toContain(`"doc:${slug}"`);
      for (const [, other = '', , anchor] of html.matchAll(/"doc:([\w-]+)(#([^"]+))?"/g)) {
        expect([slug, other, anchors.has(other)]).toEqual([slug, other, true]);
        if (anchor) expect(anchors.get(other), `${slug}: ${other}#${anchor}`).toContain(anchor);
      }
    }
  });

  it('renders each page without external resources or violations of its policy', async () => {
    for (const { slug, title } of await docPagesIn(language)) {
      const path = slug === 'index' ? '/docs' : `/docs/${slug}`;
      const { status, headers, text } = await sim.send('GET', `${path}?lang=${language}`);
      expect([slug, status, headers.get('content-language')]).toEqual([slug, 200, language]);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(text.replaceAll('&#39;', "'"), slug).toContain(`<title>${title} `);
      expect(text).not.toMatch(/\sstyle=|\son\w+=|"doc:/);
      expect([...text.matchAll(/(?:src|action)="(?!data:|\/docs\/search)[^"]*"/g)]).toEqual([]);
    }
  });

  it('lists every field of the contract on the page about payloads', async () => {
    const page = (await docPagesIn(language)).find(({ slug }) => slug === 'payloads');
    for (const field of [
      'session_payment.status',
      'receiver_credits[].amount_ves',
      'items[].due_date_session',
    ])
      expect(page?.html).toContain(`<code>${field}</code>`);
  });

  it('explains every field of a payload', async () => {
    const page = (await docPagesIn(language)).find(({ slug }) => slug === 'payloads');
    const unexplained = (page?.html ?? '').match(
      /<tr><td><code>[^<]*<\/code><\/td><td>[^<]*<\/td><td>(?:<\/td>|\w+\.<\/td>)/g,
    );
    expect(unexplained).toBe(null);
  });
});

describe('a page of the documentation', () => {
  it('appears in its group of the menu, and shows its title and each command in a block of its own', async () => {
    const { text } = await sim.send('GET', '/docs/first-steps?lang=en');
    expect(text).toMatch(/<summary>Build an integration<\/summary>.*aria-current="page">First steps/s);
    expect(text).toMatch(/class="contents.*href="#2-the-relay"/s);
    const commands = [...text.matchAll(/class="code wrap"><pre><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
      code.replace(/<[^>]+>/g, ''),
    );
    expect(commands).toContain('npx sim trace');
    expect(commands).toContain('npx sim progress');
  });

  it.each([
    ['npx sim start\nnpx sim listen', ['npx sim start', 'npx sim listen']],
    ['# why\nnpx sim start', ['# why\nnpx sim start']],
    ['curl -s x \\\n  -d &#39;{\n}&#39;\nls', ['curl -s x \\\n  -d &#39;{\n}&#39;', 'ls']],
    ['cat &lt;&lt;EOF\na\nEOF', ['cat &lt;&lt;EOF\na\nEOF']],
    ['A=1\nB=2', ['A=1\nB=2']],
  ])('copies from the script %j only the commands %j', (script, commands) => {
    expect(commandsIn(script)).toEqual(commands);
  });
});

describe('the addresses of the documentation', () => {
  it('keeps the language of the query in links, and uses the language of the header without a query', async () => {
    const response = await sim.send('GET', '/docs/concepts?lang=es', {
      headers: { 'accept-language': 'en' },
    });
    expect(response.text).toContain('href="/docs/payloads?lang=es"');
    const start = await sim.send('GET', '/docs', { headers: { 'accept-language': 'es' } });
    expect(start.text).toContain('<html lang="es">');
    expect(start.text).toContain('href="/docs/payloads"');
  });

  it('returns 404 for an unknown page', async () => {
    expect((await sim.send('GET', '/docs/nothing')).status).toBe(404);
  });
});

describe('the search', () => {
  it('lists results, or shows a message if there are none', async () => {
    const matches = await sim.send('GET', '/docs/search?q=idempotency&lang=en');
    expect(matches.text).toContain('href="/docs/concepts?lang=en&amp;q=idempotency#');
    expect(matches.text).toMatch(/<p class="hint">[^\n]*<mark>idempotency<\/mark>/);
    const page = await sim.send('GET', '/docs/concepts?lang=en&q=idempotency');
    expect(page.text).toContain('<mark>idempotency</mark>');
    expect((await sim.send('GET', '/docs/concepts?lang=en')).text).not.toContain('<mark>');
    expect((await sim.send('GET', '/docs/search?q=zzzzqqq&lang=en')).text).toContain('No results');
    // The summary of this operation has a word in backticks.
    const reference = await sim.send('GET', '/docs/search?q=webhook+secret&lang=en');
    const [, hits = ''] = reference.text.split('<ol class="stack hits">');
    expect(hits).toContain('href="/docs/api/');
    expect(hits.split('</ol>')[0]).not.toContain('`');
    const hostile = await sim.send('GET', '/docs/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(hostile.text).not.toContain('<script>alert');
  });

  it('finds words with and without accents', async () => {
    expect((await searchPages('es', 'acreditacion'))[0]?.slug).toBe(
      (await searchPages('es', 'acreditación'))[0]?.slug,
    );
  });
});
