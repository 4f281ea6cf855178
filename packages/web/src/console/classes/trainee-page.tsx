import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';

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
  const t = pageTexts(lang);
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  const shown = events.filter(({ type }) => wanted === undefined || type === wanted);
  const own = `/console/classes/${classId}?trainee=${encodeURIComponent(name)}`;
  return (
    <>
      <PageHead
        title={<span class="clamp">{name}</span>}
        lead={t('console.classes.trainee.lead', { count: events.length })}
      >
        <a href={`/console/classes/${classId}`}>{t('console.classes.trainee.back')}</a>
      </PageHead>
      {events.length === 0 ? (
        <p class="soft">{t('console.classes.trainee.none')}</p>
      ) : (
        <div class="columns">
          <section class="panel stack">
            <div class="spread">
              <h2>{t('console.classes.trainee.byTime')}</h2>
              {wanted !== undefined && <a href={own}>{t('console.classes.trainee.all')}</a>}
            </div>
            <ol class="lines">
              {shown.map(({ type, at }) => (
                <li>
                  <Time atMs={at} /> <code>{type}</code>
                </li>
              ))}
            </ol>
          </section>
          <Panel title={t('console.classes.trainee.byType')}>
            <Table
              rows={[...counts].sort(([, one], [, other]) => other - one)}
              columns={[
                {
                  head: t('console.classes.trainee.type'),
                  cell: ([type]) => (
                    <a href={`${own}&type=${encodeURIComponent(type)}`}>
                      <code>{type}</code>
                    </a>
                  ),
                },
                { head: t('console.classes.trainee.times'), kind: 'amount', cell: ([, count]) => count },
              ]}
            />
          </Panel>
        </div>
      )}
    </>
  );
}
