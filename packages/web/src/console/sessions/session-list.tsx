import { type SessionWebhookState, sessionWebhookStates } from '@svc-simulator/contract';
import type { ListedSession } from '@svc-simulator/server/deliveries/session-webhooks.ts';
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
  readonly page: Page<ListedSession>;
  /** How many there are; undefined where nobody has counted them. */
  readonly total: number | undefined;
  readonly status: string | undefined;
  readonly origin: string | undefined;
  readonly webhooks: SessionWebhookState | undefined;
}

/** The sessions of an account, newest first. */
export function SessionList(props: SessionListProps) {
  const { lang, url, page, total, status, origin, webhooks } = props;
  const texts = sessionTexts(lang).list;
  const words = wireWords(lang);
  const filtered = status !== undefined || origin !== undefined || webhooks !== undefined;
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
        <Choice
          label={texts.columns.webhooks}
          name="webhooks"
          url={url}
          chosen={webhooks}
          options={[
            [undefined, texts.all],
            ...sessionWebhookStates.map((each) => [each, texts.webhooks[each]] as const),
          ]}
        />
      </div>
      <section data-live="sessions">
        {page.items.length > 0 ? (
          <div class="panel">
            <Rows lang={lang} sessions={page.items} />
          </div>
        ) : filtered || url.searchParams.has('cursor') ? (
          <EmptyState
            title={texts.noneTitle}
            text={page.nextCursor === null ? texts.noneText : texts.searched}
          >
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
        <Pager
          lang={lang}
          url={url}
          nextCursor={page.nextCursor}
          count={{ shown: page.items.length, total }}
        />
      </section>
    </>
  );
}

interface RowsProps extends Pick<SessionListProps, 'lang'> {
  readonly sessions: readonly ListedSession[];
}

const webhookTones = { delivered: 'good', open: 'wait', gave_up: 'bad' } as const;

function Rows({ lang, sessions }: RowsProps) {
  const { columns, webhooks: webhookTexts } = sessionTexts(lang).list;
  const words = wireWords(lang);
  return (
    <table class="table cards sessions-table">
      <thead>
        <tr>
          <th scope="col">{columns.session}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.webhooks}</th>
          <th scope="col" class="amount">
            {columns.amount}
          </th>
          <th scope="col">{columns.origin}</th>
          <th scope="col">{columns.created}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ session, webhooks }) => {
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
                </span>
              </td>
              <td data-label={columns.webhooks}>
                {webhooks ? (
                  <a class={`tag ${webhookTones[webhooks]}`} href={`/console/sessions/${id}`}>
                    {webhookTexts[webhooks]}
                  </a>
                ) : (
                  <span class="soft">–</span>
                )}
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
