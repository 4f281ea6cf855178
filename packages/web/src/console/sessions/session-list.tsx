import { sessionWebhookStates } from '@svc-simulator/contract';
import { type ListedSession, sessionPage } from '@svc-simulator/server/deliveries/session-webhooks.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { formatMoney } from '../../payment/formats.ts';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { Choice } from '../parts/choice.tsx';
import { FindForm, soughtIn } from '../parts/find-form.tsx';
import { List } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { MOST_COUNTED, pageSizeOf } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { SessionTag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones, wireWords } from '../parts/wire-words.ts';
import { sessionTexts } from './texts.ts';

const statuses = ['pending', 'paid', 'failed', 'expired'] as const;
const origins = ['button', 'request'] as const;

/** The sessions of an account, newest first. */
export async function sessionListPage({ services, account, lang, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const texts = sessionTexts(lang).list;
  const words = wireWords(lang);
  const asked = (name: string) => url.searchParams.get(name);
  const status = statuses.find((known) => known === asked('status'));
  const origin = origins.find((known) => known === asked('origin'));
  const tag = origin && status ? `${origin}.${status}` : (origin ?? status);
  const webhooks = sessionWebhookStates.find((known) => known === asked('webhooks'));
  const sought = soughtBy(soughtIn(url));
  const query = { limit: pageSizeOf(url), tag, webhooks, sought };
  const [page, total] = await Promise.all([
    fromCursor(url, (cursor) => sessionPage(store, account.id, { ...query, ...cursor })),
    webhooks || sought ? null : store.count('session', account.id, { tag, most: MOST_COUNTED }),
  ]);
  const body = (
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
      <List
        {...{ lang, url, page, total, texts }}
        name="sessions"
        command="npx sim session create --webhook-url http://localhost:3000/webhooks"
        isFiltered={Boolean(tag ?? webhooks ?? sought ?? asked('cursor'))}
      >
        <SessionRows lang={lang} sessions={page.items} />
      </List>
    </>
  );
  return { title: texts.title, area: 'sessions', body };
}

interface RowsProps {
  readonly lang: Language;
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
