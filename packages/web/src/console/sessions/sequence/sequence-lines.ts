/** More of a label is not shown: the table beside the picture has all of it. */
const MOST = 3;
/** A letter of the picture is about so wide, in pixels, bold and in the widest of the usual fonts. */
const WIDTHS = [
  [/[\sfijlrtI.,:;!|'()[\]/·-]/, 6],
  [/[mwMW@%—…✓✕×→]/, 14],
  [/[A-Z0-9_«»+=<>&#?]/, 10],
  [/[\u0020-\u024f]/, 8.5],
] as const;
const WIDEST = 16;

/** About how wide a text is in the picture, in pixels: rather too much than too little. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? WIDEST;
  return width;
}

/** Where a line may end: after a word or a part of an address, and neither within a number nor beside one. */
const ENDS = /(?<=·\s|[_/?&]|\.(?!\d))|(?<=(?<!\d)\s)(?!\d)/;

/** A text in lines of at most this width, in pixels, which end between words where they can. */
export function linesOf(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(ENDS)) {
    if (line && widthOf(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const letter of word) {
      if (letter.trim() && widthOf(`${line}${letter}`) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
      if (lines.length === MOST) return [...lines.slice(0, -1), `${lines.at(-1)?.slice(0, -2)}…`];
    }
  }
  return [...lines, line.trimEnd()];
}
