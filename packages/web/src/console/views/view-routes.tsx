import type { ListView } from '@svc-simulator/contract';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Panel } from '../parts/parts.tsx';
import { type ListPageOptions, renderListPage } from './list-page.tsx';
import { sendForm, type TypedForm, ViewForm } from './view-form.tsx';

export function viewRoutes<Row>(
  path: string,
  view: ListView<Row>,
  { area, tabs }: Pick<ListPageOptions<Row>, 'area' | 'tabs'>,
): readonly PageRoute[] {
  const { noun, form } = view;
  const viewPage = async (call: PageCall, typedForm?: TypedForm, status = 200): Promise<ConsolePage> => {
    const { t } = call;
    const after = form && (
      <Panel title={t.maybe(`view.${noun}.add`) ?? t('view.add')} name="add">
        <ViewForm noun={noun} form={form} to={path} submit={t('view.add')} typed={typedForm} />
      </Panel>
    );
    return {
      ...(await renderListPage(call, view, { area, tabs, after })),
      status,
      ...(typedForm && { live: null }),
    };
  };
  const submitForm = async (call: PageCall) => {
    const result = form && (await sendForm(call, form));
    return result?.typed ? viewPage(call, result.typed, result.status) : seeOther(path, 'added');
  };
  return [{ path, get: (call) => viewPage(call), post: submitForm }];
}
