import type { Tone } from '../parts/tag.tsx';

/** A status in the page's language, with the API's own word where the two differ. */
export function SessionTag({
  tone,
  word,
  wire,
}: {
  readonly tone: Tone;
  readonly word: string;
  readonly wire: string;
}) {
  return (
    <span class={`tag ${tone}`}>
      {word}
      {word !== wire && <code>{wire}</code>}
    </span>
  );
}
