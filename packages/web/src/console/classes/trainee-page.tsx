import type { Language } from '@svc-simulator/server/http/language.ts';
import { Time } from '../parts/time.tsx';
import { classTexts } from './texts.ts';

/** What happened in a trainee's account: its type and its time, and nothing that it held. */
export interface TraineeEvent {
  readonly type: string;
  readonly at: number;
}

interface TraineeProps {
  readonly lang: Language;
  readonly classId: string;
  readonly name: string;
  /** Newest first. */
  readonly events: readonly TraineeEvent[];
  /** Of one type alone. */
  readonly type: string | undefined;
}

/** What a trainee did lately, by type and by time. */
export function TraineePage({ lang, classId, name, events, type: wanted }: TraineeProps) {
  const texts = classTexts(lang).trainee;
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  const shown = events.filter(({ type }) => wanted === undefined || type === wanted);
  const own = `/console/classes/${classId}?trainee=${encodeURIComponent(name)}`;
  return (
    <>
      <header class="page-head">
        <h1 class="clamp">{name}</h1>
        <a href={`/console/classes/${classId}`}>{texts.back}</a>
        <p class="lead">{texts.lead(events.length)}</p>
      </header>
      {events.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <div class="columns">
          <section class="panel stack">
            <div class="spread">
              <h2>{texts.byTime}</h2>
              {wanted !== undefined && <a href={own}>{texts.all}</a>}
            </div>
            <ol class="trainee-events">
              {shown.map(({ type, at }) => (
                <li>
                  <Time atMs={at} /> <code>{type}</code>
                </li>
              ))}
            </ol>
          </section>
          <section class="panel stack">
            <h2>{texts.byType}</h2>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{texts.type}</th>
                  <th scope="col" class="amount">
                    {texts.times}
                  </th>
                </tr>
              </thead>
              <tbody>
                {[...counts]
                  .sort(([, one], [, other]) => other - one)
                  .map(([type, count]) => (
                    <tr>
                      <td>
                        <a href={`${own}&type=${encodeURIComponent(type)}`}>
                          <code>{type}</code>
                        </a>
                      </td>
                      <td class="amount">{count}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </>
  );
}
