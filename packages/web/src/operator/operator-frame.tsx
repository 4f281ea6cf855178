import { consoleFileLinks, consolePageHeaders } from '../console/console-security.ts';
import { urlWithQuery } from '../console/page-call.ts';
import { ButtonForm, Notice, Tabs } from '../console/parts/parts.tsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { Icon, t } from '../kit/parts.tsx';
import type { OperatorCall, OperatorPage } from './operator-call.ts';

export function renderOperatorPage({ t, url }: Pick<OperatorCall, 't' | 'url'>, page: OperatorPage) {
  const body = <OperatorFrame url={url} page={page} />;
  const text = renderDocument({ t, title: page.title, ...consoleFileLinks, body });
  return new Response(text, { status: page.status ?? 200, headers: consolePageHeaders(t.lang) });
}

function OperatorFrame({ url, page }: Readonly<{ url: URL; page: OperatorPage }>) {
  return (
    <div class="console outside">
      <a class="button unseen skip" href="#content">
        {t('console.frame.frame.skip')}
      </a>
      <Bar home="/operator" title={t('kit.frame.brand')}>
        <p class="mode">
          <Icon name="flask" />
          {t('console.operator.title')}
        </p>
        <div class="row bar-end">
          <LanguageSwitch href={(lang) => urlWithQuery(url, { lang })} />
          <ButtonForm to="/operator/logout" kind="quiet" text={t('console.operator.logOut')} />
        </div>
      </Bar>
      <main id="content" class="stack loose operator">
        <Tabs
          label={t('console.operator.title')}
          currentPath={url.pathname.replace(/\/account\/.*/, '')}
          tabs={[
            ['/operator', t('view.tenant.title')],
            ['/operator/settings', t('console.operator.service')],
            ['/operator/audit', t('view.act.title')],
          ]}
        />
        {url.searchParams.has('done') && <Notice kind="good" text={t('console.operator.done')} />}
        {page.body}
      </main>
    </div>
  );
}
