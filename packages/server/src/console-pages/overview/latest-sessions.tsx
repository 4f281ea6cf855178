import type { SessionRecord } from '@svc-simulator/core';
import type { Language } from '../../pages/language.ts';
import { formatMoney } from '../../payment-page/formats.ts';
import { Tag } from '../kit/tag.tsx';
import { Time } from '../kit/time.tsx';
import { statusTones, wireWords } from '../kit/wire-words.ts';
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
