import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import { textsOf } from '../texts.ts';
import { CodeBlock } from './copy.tsx';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What to do next. */
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

interface EmptyListProps extends Omit<EmptyProps, 'children'> {
  readonly lang: Language;
  /** What makes a first row, to be pasted. */
  readonly command: string;
}

/** A list in which nothing was ever. */
export function EmptyList({ lang, command, ...empty }: EmptyListProps) {
  return (
    <EmptyState {...empty}>
      <CodeBlock lang={lang} text={command} what={textsOf(lang).kit.command} />
    </EmptyState>
  );
}
