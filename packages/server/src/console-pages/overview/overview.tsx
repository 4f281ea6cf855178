import type { ConsolePage, PageCall } from '../page-call.ts';
import { textsOf } from '../texts.ts';

/** What the account did lately, and what to do next. */
export function overviewPage({ lang }: PageCall): ConsolePage {
  const { areas } = textsOf(lang);
  return {
    title: areas.overview,
    area: 'overview',
    body: (
      <header class="page-head">
        <h1>{areas.overview}</h1>
      </header>
    ),
  };
}
