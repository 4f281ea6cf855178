import { eventLine, type ToldEvent } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';

/** An event in a line: a light of its tone, what happened, its detail, and its type as the API writes it. */
export function EventText({ event, lang }: { readonly event: ToldEvent; readonly lang: Language }) {
  const { tone, title, detail } = eventLine(pageTexts(lang), event);
  return (
    <span class={`event-text ${tone}`}>
      <span class="event-title">{title}</span> {detail && <span class="event-detail clamp">{detail}</span>}{' '}
      <code class="event-type">{event.type}</code>
    </span>
  );
}
