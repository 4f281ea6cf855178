import type { View } from '@svc-simulator/contract';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Back, PageHead, Panel } from '../parts/parts.tsx';
import { type ListMore, listPage } from './list-page.tsx';
import { ViewFacts } from './shown-value.tsx';
import { sendForm, type TypedForm, ViewForm } from './view-form.tsx';

/** The pages of a noun that is no more than its view: its list with the form that makes one, and the facts of each. */
export function viewRoutes<Row>(
  path: string,
  view: View<Row>,
  { area, tabs }: Pick<ListMore<Row>, 'area' | 'tabs'>,
): readonly PageRoute[] {
  const { noun, form, one } = view;
  const shown = async (call: PageCall, typed?: TypedForm, status = 200): Promise<ConsolePage> => {
    const { t } = call;
    const after = form && (
      <Panel title={t.maybe(`view.${noun}.add`) ?? t('view.add')} name="add">
        <ViewForm noun={noun} form={form} to={path} submit={t('view.add')} typed={typed} />
      </Panel>
    );
    return { ...(await listPage(call, view, { area, tabs, after })), status, ...(typed && { live: null }) };
  };
  const send = async (call: PageCall) => {
    const sent = form && (await sendForm(call, form));
    return sent?.typed ? shown(call, sent.typed, sent.status) : seeOther(path, 'added');
  };
  const factPage = async ({ perform, t, params }: PageCall): Promise<ConsolePage> => {
    const found = one && (await perform(one.operation, { params: { [one.param]: params.id ?? '' } }));
    if (!found?.ok) return missingPage(t, area);
    const row = found.data as Row;
    const title = view.id(row);
    const body = (
      <>
        <Back to={path} text={t(`view.${noun}.title`)} />
        <PageHead title={title} />
        <section class="panel stack" data-live={noun}>
          <ViewFacts noun={noun} facts={view.facts ?? view.columns} row={row} />
        </section>
      </>
    );
    return { title, area, body };
  };
  return [
    { path, get: (call) => shown(call), ...(form && { post: send }) },
    ...(one ? [{ path: `${path}/:id`, get: factPage }] : []),
  ];
}
