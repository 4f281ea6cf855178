import type { Child } from 'hono/jsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';

interface NoticeProps {
  /** `good` tells of what was done, `warn` and `danger` of what is wrong, `plain` explains. */
  readonly kind: keyof typeof tones;
  readonly text?: string;
  readonly children?: Child;
}

const tones = { good: 'good', warn: 'wait', danger: 'bad', plain: 'next' } as const;

/** A message in the page; what was done is read out by screen readers, what is wrong at once. */
export function Notice({ kind, text, children }: NoticeProps) {
  const role = kind === 'danger' ? 'alert' : kind === 'good' ? 'status' : undefined;
  return (
    <div class={`notice ${tones[kind]}`} role={role}>
      {kind === 'good' ? <CheckIcon /> : <AlertIcon />}
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
