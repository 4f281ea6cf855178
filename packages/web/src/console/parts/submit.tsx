import type { Child } from 'hono/jsx';

export interface SubmitProps {
  readonly text: Child;
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined;
  readonly name?: string;
  readonly value?: string;
  /** With one the button keeps the focus while the page stays up to date. */
  readonly id?: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
}

/** The button that sends its form. */
export function Submit({ text, kind, ...button }: SubmitProps) {
  const look = kind === 'quiet' ? kind : kind ? `button ${kind}` : 'button';
  return (
    <button type="submit" class={look} {...button}>
      {text}
    </button>
  );
}

export interface ActionProps extends SubmitProps {
  /** The address that does it. */
  readonly to: string;
  /** What goes with it. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that does one thing: a form of its own. */
export function Action({ to, fields = {}, ...button }: ActionProps) {
  return (
    <form method="post" action={to}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Submit {...button} />
    </form>
  );
}
