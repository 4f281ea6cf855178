import type { Child, JSX } from 'hono/jsx';

interface LinkProps {
  readonly text: Child;
  /** What it is of, for screen readers, where a page has several. */
  readonly of?: string;
  readonly kind?: 'primary' | 'primary large' | 'quiet';
  /** Opens in a window of its own. */
  readonly apart?: boolean;
}

/** A link that looks like a button. */
export function LinkButton({ text, of, kind, apart, ...link }: LinkProps & JSX.IntrinsicElements['a']) {
  const look = kind === 'quiet' ? kind : kind ? `button ${kind}` : 'button';
  return (
    <a class={look} {...link} {...(apart && { target: '_blank', rel: 'noreferrer' })}>
      {text}
      {of && <span class="unseen">: {of}</span>}
    </a>
  );
}
