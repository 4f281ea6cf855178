import type { View } from '@svc-simulator/contract';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Panel } from '../parts/parts.tsx';
import { type ListMore, listPage } from './list-page.tsx';
import { sendForm, type TypedForm, ViewForm } from './view-form.tsx';

/** The page of a noun that is no more than its view: its list with the form that makes one. */
export function viewRoutes<Row>(
  path: string,
  view: View<Row>,
  { area, tabs }: Pick<ListMore<Row>, 'area' | 'tabs'>,
): readonly PageRoute[] {
  const { noun, form } = view;
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
  return [{ path, get: (call) => shown(call), post: send }];
}
