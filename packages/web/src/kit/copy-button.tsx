import { t } from './speaking.ts';

export interface CopyProps {
  /** What is copied; without it, the code beside the button: a page has no room for everything twice. */
  readonly text?: string;
  /** What it is, for screen readers: "Copy: webhook secret". */
  readonly what: string;
}

/** A button that copies a text. Without JavaScript there is none: the text itself can be marked. */
export function CopyButton({ text = '', what }: CopyProps) {
  return (
    <button type="button" class="quiet copy" data-copy={text} data-copied={t('kit.copy.done')} hidden>
      {t('kit.copy.label')}
      <span class="unseen">: {what}</span>
    </button>
  );
}
