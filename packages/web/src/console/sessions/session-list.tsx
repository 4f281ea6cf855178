import type { SessionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Choice } from '../parts/choice.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones, wireWords } from '../parts/wire-words.ts';
import { FindForm } from '../search/find-form.tsx';
import { SessionTag } from './session-tag.tsx';
import { sessionTexts } from './texts.ts';

export const statuses = ['pending', 'paid', 'failed', 'expired'] as const;
export const origins = ['button', 'request'] as const;

interface SessionListProps {
  readonly lang: Language;
  /** The page's own address, which holds the filters. */
  readonly url: URL;
  readonly page: Page<SessionRecord>;
  /** The sessions with a webhook that was given up, and has not been delivered since. */
  readonly undelivered: ReadonlySet<string>;
  readonly status: string | undefined;
  readonly origin: string | undefined;
}

/** The sessions of an account, newest first. */
export function SessionList({ lang, url, page, undelivered, status, origin }: SessionListProps) {
  const texts = sessionTexts(lang).list;
  const words = wireWords(lang);
  const filtered = status !== undefined || origin !== undefined;
  return (
    <>
      <header class="page-head">
        <h1>{texts.title}</h1>
        <FindForm label={texts.search} kind="session" />
      </header>
      <div class="choices-bar">
        <Choice
          label={texts.status}
          name="status"
          url={url}
          chosen={status}
          options={[[undefined, texts.all], ...statuses.map((each) => [each, words.status[each]] as const)]}
        />
        <Choice
          label={texts.origin}
          name="origin"
          url={url}
          chosen={origin}
          options={[[undefined, texts.all], ...origins.map((each) => [each, words.origin[each]] as const)]}
        />
      </div>
      <section data-live="sessions">
        {page.items.length > 0 ? (
          <div class="panel">
            <Rows lang={lang} sessions={page.items} undelivered={undelivered} />
          </div>
        ) : filtered || url.searchParams.has('cursor') ? (
          <EmptyState title={texts.noneTitle} text={texts.noneText}>
            <a class="button" href="/console/sessions">
              {texts.clear}
            </a>
          </EmptyState>
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
            <CodeBlock
              lang={lang}
              what={texts.emptyHow}
              text="npx svc-simulator session create --webhook-url http://localhost:3000/webhooks"
            />
          </EmptyState>
        )}
        <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
      </section>
    </>
  );
}

interface RowsProps extends Pick<SessionListProps, 'lang' | 'undelivered'> {
  readonly sessions: readonly SessionRecord[];
}

function Rows({ lang, sessions, undelivered }: RowsProps) {
  const { columns, undelivered: undeliveredText } = sessionTexts(lang).list;
  const words = wireWords(lang);
  return (
    <table class="table cards sessions-table">
      <thead>
        <tr>
          <th scope="col">{columns.session}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col" class="amount">
            {columns.amount}
          </th>
          <th scope="col">{columns.origin}</th>
          <th scope="col">{columns.created}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => {
          const { id, fields, amountMinor, origin, status, accreditation, createdAt } = session;
          return (
            <tr>
              <td class="whole">
                <a class="session-link clamp" href={`/console/sessions/${id}`}>
                  {fields.identifier}
                </a>
                {fields.description && <span class="soft clamp one">{fields.description}</span>}
                <code class="soft small">{id}</code>
              </td>
              <td data-label={columns.status}>
                <span class="tags">
                  <SessionTag tone={statusTones[status]} word={words.status[status]} wire={status} />
                  {accreditation !== 'none' && (
                    <span class="soft small">{words.accreditation[accreditation]}</span>
                  )}
                  {undelivered.has(id) && (
                    <a class="tag bad" href={`/console/sessions/${id}`}>
                      {undeliveredText}
                    </a>
                  )}
                </span>
              </td>
              <td data-label={columns.amount} class="amount">
                {formatMoney(amountMinor, fields.currency_reference, lang)}
              </td>
              <td data-label={columns.origin}>{words.origin[origin]}</td>
              <td data-label={columns.created}>
                <Time atMs={createdAt} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
