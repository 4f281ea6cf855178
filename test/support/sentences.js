const countWords = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

/**
 * Splits a text after `.`, `?` or `!` if a capital, a digit or an opening mark follows. Drops pieces of less
 * than three words.
 */
export function splitSentences(text) {
  return text
    .split(/(?<=[.!?]["”»)*]*)\s+(?=["“«¿¡(*[`\p{Lu}\d])/u)
    .map((part) => part.trim())
    .filter((part) => countWords(part) >= 3);
}

/**
 * Lists the paragraphs, list items, headings and table cells of a Markdown page; code blocks are left out.
 */
export function markdownBlocks(source) {
  const blocks = [];
  let open = [];
  let start = 0;
  let isCode = false;
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', line: start, text: open.join(' ') });
    open = [];
  };
  for (const [index, raw] of source.split('\n').entries()) {
    const text = raw.trim();
    if (/^(?:```|~~~)/.test(text)) {
      close();
      isCode = !isCode;
    } else if (isCode) continue;
    else if (text === '' || text.startsWith('<!--') || text.startsWith('![')) close();
    else if (text.startsWith('|')) {
      close();
      if (/^[|\s:-]+$/.test(text)) continue;
      for (const cell of text.split(/(?<!\\)\|/).map((part) => part.trim()))
        if (cell !== '') blocks.push({ kind: 'cell', line: index + 1, text: cell });
    } else if (text.startsWith('#')) {
      close();
      blocks.push({ kind: 'heading', line: index + 1, text });
    } else {
      if (/^(?:[-*+]|\d+\.)\s/.test(text)) close();
      if (open.length === 0) start = index + 1;
      open.push(text.replace(/^(?:[-*+]|\d+\.)\s+/, ''));
    }
  }
  close();
  return blocks;
}

/** Lists the lines of a Markdown page that are not code, with their numbers. */
export function proseLines(source) {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    const isFence = /^\s*(?:```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ line: index + 1, text }];
  });
}
