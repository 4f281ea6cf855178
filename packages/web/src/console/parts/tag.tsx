import type { Tone } from '@svc-simulator/contract';

/** A small word in a coloured field: a status, a kind. */
export function Tag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return <span class={`tag ${tone}`}>{text}</span>;
}

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

/** A word of the catalogue where it stands alone. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
