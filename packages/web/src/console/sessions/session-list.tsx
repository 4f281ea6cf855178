import { type SessionWebhookState, sessionWebhookStates } from '@svc-simulator/contract';
import type { ListedSession } from '@svc-simulator/server/deliveries/session-webhooks.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Choice } from '../parts/choice.tsx';
import { EmptyList, EmptyState } from '../parts/empty-state.tsx';
import { FindForm, soughtIn } from '../parts/find-form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones, wireWords } from '../parts/wire-words.ts';
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
  const filtered =
    status !== undefined || origin !== undefined || webhooks !== undefined || soughtIn(url) !== '';
  return (
    <>
      <PageHead title={texts.title}>
        <FindForm label={texts.search} url={url} />
      </PageHead>
      <div class="row">
        <Choice
          label={texts.status}
          name="status"
          url={url}
          chosen={status}
          all={texts.all}
          values={statuses}
          words={words.status}
        />
        <Choice
          label={texts.origin}
          name="origin"
          url={url}
          chosen={origin}
          all={texts.all}
          values={origins}
          words={words.origin}
        />
        <Choice
          label={texts.columns.webhooks}
          name="webhooks"
          url={url}
          chosen={webhooks}
          all={texts.all}
          values={sessionWebhookStates}
          words={texts.webhooks}
        />
      </div>
      <section data-live="sessions">
        {page.items.length > 0 ? (
          <div class="panel">
            <SessionRows lang={lang} sessions={page.items} />
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
          <EmptyList
            lang={lang}
            title={texts.emptyTitle}
            text={texts.emptyText}
            command="npx sim session create --webhook-url http://localhost:3000/webhooks"
          />
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

/** Sessions, a row each, with the way to each. */
export function SessionRows({ lang, sessions }: RowsProps) {
  const { columns, webhooks: webhookTexts } = sessionTexts(lang).list;
  const words = wireWords(lang);
  return (
    <Table
      name="sessions-table"
      rows={sessions}
      columns={[
        {
          head: columns.session,
          kind: 'whole',
          cell: ({ session: { id, fields } }) => (
            <>
              <a class="session-link clamp" href={`/console/sessions/${id}`}>
                {fields.identifier}
              </a>
              {fields.description && <span class="soft clamp one">{fields.description}</span>}
              <code class="soft small">{id}</code>
            </>
          ),
        },
        {
          head: columns.status,
          cell: ({ session: { status, accreditation } }) => (
            <span class="row">
              <SessionTag tone={statusTones[status]} word={words.status[status]} wire={status} />
              {accreditation !== 'none' && (
                <span class="soft small">{words.accreditation[accreditation]}</span>
              )}
            </span>
          ),
        },
        {
          head: columns.webhooks,
          cell: ({ session, webhooks }) =>
            webhooks ? (
              <span class="row">
                <a class={`tag ${webhookTones[webhooks]}`} href={`/console/sessions/${session.id}`}>
                  {webhookTexts[webhooks]}
                </a>
              </span>
            ) : (
              <span class="soft">–</span>
            ),
        },
        {
          head: columns.amount,
          kind: 'amount',
          cell: ({ session: { amountMinor, fields } }) =>
            formatMoney(amountMinor, fields.currency_reference, lang),
        },
        { head: columns.origin, cell: ({ session }) => words.origin[session.origin] },
        { head: columns.created, cell: ({ session }) => <Time atMs={session.createdAt} /> },
      ]}
    />
  );
}
