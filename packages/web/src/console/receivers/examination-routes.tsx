import { scenarios, splitCredentials } from '@svc-simulator/core';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Back, Notice } from '../parts/parts.tsx';
import { ExaminationForm } from './examination-form.tsx';
import { ExaminationReport } from './examination-report.tsx';

/** `/console/receivers/examination`: what `sim doctor` does, from the console. */
export const examinationRoutes: readonly PageRoute[] = [
  { path: '/console/receivers/examination', post: examineReceiver },
];

async function examineReceiver({ services, account, t, form }: PageCall): Promise<PageAnswer> {
  const url = form.get('url')?.trim() ?? '';
  const { shown } = splitCredentials(url);
  const scenario = scenarios.find(({ id }) => id === form.get('scenario')) ?? scenarios[0];
  if (!scenario) return seeOther('/console/receivers');
  const examination = await services.examinations.run({ account, url, scenario });
  const refused = 'refused' in examination ? examination.refused : undefined;
  const refusal =
    'refusal' in examination ? toldRefusal(await problemTexts(t.lang), examination.refusal) : undefined;
  const page: ConsolePage = {
    title: t('console.examination.title'),
    area: 'receivers',
    live: null,
    ...(refused && { status: refused === 'url' ? 400 : 409 }),
    body: (
      <>
        <Back to="/console/receivers" text={t('console.frame.areas.receivers')} />
        <h1>{t('console.examination.title')}</h1>
        {refused && refused !== 'url' && (
          <Notice
            kind="danger"
            text={[t(`console.examination.faults.${refused}`), refusal?.detail].filter(Boolean).join(' ')}
          />
        )}
        {'reports' in examination && (
          <ExaminationReport url={shown} scenario={scenario} reports={examination.reports} />
        )}
        <ExaminationForm
          receiverUrl={shown}
          chosen={scenario.id}
          fault={refused === 'url' ? t('console.examination.faults.url') : undefined}
        />
      </>
    ),
  };
  return page;
}
