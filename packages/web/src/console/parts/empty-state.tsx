import type { Child } from 'hono/jsx';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What to do next: a command to paste, a link. */
  readonly children?: Child;
}

/** What stands where a list would be, when there is nothing in it: why, and how to change that. */
export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {children}
    </div>
  );
}
