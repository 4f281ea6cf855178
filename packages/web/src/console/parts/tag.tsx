import type { SessionRecord, SessionStatus } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
/** What a colour says: it went well, it waits, it went wrong, or nothing in particular. The words say it too. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

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

interface StateTagProps {
  readonly lang: Language;
  readonly session: Pick<SessionRecord, 'status' | 'accreditation'>;
}

/** How a session stands, payment and accreditation in one word or two. */
export function StateTag({ lang, session: { status, accreditation } }: StateTagProps) {
  const t = pageTexts(lang);
  if (accreditation === 'none' || accreditation === 'scheduled')
    return <Tag tone={statusTones[status]} text={t(`word.status.${status}`)} />;
  const text = `${t(`word.status.${status}`)} · ${t(`word.state.${accreditation}`)}`;
  return <Tag tone={accreditation === 'failed' ? 'bad' : statusTones[status]} text={text} />;
}

/** The colour of each status; the word stands beside it. */
export const statusTones: Readonly<Record<SessionStatus, Tone>> = {
  pending: 'wait',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
};

/** A word of the catalogue where it stands alone. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
