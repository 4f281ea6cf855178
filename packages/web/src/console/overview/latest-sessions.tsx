import type { SessionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones, wireWords } from '../parts/wire-words.ts';
import { overviewTexts } from './texts.ts';

interface LatestProps {
  readonly lang: Language;
  readonly sessions: readonly SessionRecord[];
}

/** The latest sessions, a line each. */
export function LatestSessions({ lang, sessions }: LatestProps) {
  const texts = overviewTexts(lang);
  const words = wireWords(lang);
  return (
    <section class="panel stack">
      <div class="spread">
        <h2>{texts.sessions}</h2>
        <a href="/console/sessions">{texts.allSessions}</a>
      </div>
      <ul class="latest">
        {sessions.map(({ id, fields, amountMinor, status, createdAt }) => (
          <li>
            <a class="clamp" href={`/console/sessions/${id}`}>
              {fields.identifier}
            </a>
            <span class="figures">{formatMoney(amountMinor, fields.currency_reference, lang)}</span>
            <Tag tone={statusTones[status]} text={words.status[status]} />
            <span class="soft when">
              <Time atMs={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
