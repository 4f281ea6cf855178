import { sessionWebhookStates } from '@svc-simulator/contract';
import { type ListedSession, sessionPage } from '@svc-simulator/server/deliveries/session-webhooks.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { Choice, Filters, soughtIn } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { MOST_COUNTED, pageSizeOf } from '../parts/pager.tsx';
import { Rows } from '../parts/table.tsx';
import { StateTag, Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';

const statuses = ['pending', 'paid', 'failed', 'expired'] as const;
const origins = ['button', 'request'] as const;

/** The sessions of an account, newest first. */
export async function sessionListPage({ services, account, lang, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const t = pageTexts(lang);

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
      <PageHead title={t('console.frame.areas.sessions')}>
        <Filters find={t('console.sessions.list.search')} url={url} submit={t('console.kit.list.filter')}>
          <Choice
            label={t('console.sessions.list.status')}
            name="status"
            chosen={status}
            all={t('console.sessions.list.all')}
            values={statuses}
            word={(one) => t(`word.status.${one}`)}
          />
          <Choice
            label={t('console.sessions.list.columns.webhooks')}
            name="webhooks"
            chosen={webhooks}
            all={t('console.kit.list.all')}
            values={sessionWebhookStates}
            word={(state) => t(`console.sessions.list.webhooks.${state}`)}
          />
          <Choice
            label={t('console.sessions.list.origin')}
            name="origin"
            chosen={origin}
            all={t('console.kit.list.all')}
            values={origins}
            word={(one) => t(`word.origin.${one}`)}
          />
        </Filters>
      </PageHead>
      <List
        {...{ lang, url, page, total }}
        empty="console.sessions.list"
        name="sessions"
        command="npx sim session create --webhook-url http://localhost:3000/webhooks"
        isFiltered={Boolean(tag ?? webhooks ?? sought ?? asked('cursor'))}
      >
        <SessionRows lang={lang} sessions={page.items} />
      </List>
    </>
  );
  return { title: t('console.frame.areas.sessions'), area: 'sessions', body };
}

interface RowsProps {
  readonly lang: Language;
  readonly sessions: readonly ListedSession[];
}

const webhookTones = { delivered: 'good', open: 'wait', gave_up: 'bad' } as const;

/** Sessions, a row each, with the way to each. */
export function SessionRows({ lang, sessions }: RowsProps) {
  const t = pageTexts(lang);

  return (
    <Rows
      name="sessions-table"
      rows={sessions}
      columns={[
        {
          head: t('console.sessions.list.columns.session'),
          kind: 'line',
          cell: ({ session: { id, fields } }) => (
            <>
              <a href={`/console/sessions/${id}`} title={id}>
                {fields.identifier}
              </a>{' '}
              {fields.description && <span class="soft">{fields.description}</span>}
            </>
          ),
        },
        {
          head: t('console.sessions.list.columns.status'),
          cell: ({ session }) => <StateTag lang={lang} session={session} />,
        },
        {
          head: t('console.sessions.list.columns.amount'),
          kind: 'amount',
          cell: ({ session: { amountMinor, fields } }) =>
            formatMoney(amountMinor, fields.currency_reference, lang),
        },
        {
          head: t('console.sessions.list.columns.webhooks'),
          cell: ({ webhooks }) =>
            webhooks ? (
              <Tag tone={webhookTones[webhooks]} text={t(`console.sessions.list.webhooks.${webhooks}`)} />
            ) : (
              <span class="soft">–</span>
            ),
        },
        {
          head: t('console.sessions.list.columns.created'),
          cell: ({ session }) => <Time atMs={session.createdAt} form="since" />,
        },
      ]}
    />
  );
}
