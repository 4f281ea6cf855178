import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { type OutsideRoute, outsidePage } from '../access/outside.tsx';
import { FactList } from '../parts/parts.tsx';
import { dayText } from './certificate.tsx';

/**
 * `/verificar/CODE`: whether a certificate is genuine, for whoever it is shown to. It says what the certificate says and
 * nothing else of the account; looks are counted as tries of a code are.
 */
export function verifyRoute({ certificateByCode }: ConsoleServices): OutsideRoute {
  return {
    path: '/verificar/:code',
    get: async ({ t, url, params, attempt }) => {
      const typed = params.code ?? '';
      const begun = attempt('code');
      const tooOften = begun.refusal ?? begun.named(typed);
      const page = { t, url, title: t('console.verify.title') };
      if (tooOften) {
        const said = { heading: t('console.verify.tooOften'), lead: t('console.verify.later') };
        return outsidePage({ ...page, ...said, status: 429, headers: tooOften.headers });
      }
      const found = await certificateByCode(typed);
      begun.ended(found !== undefined);
      if (!found) {
        const said = { heading: t('console.verify.unknown'), lead: t('console.verify.unknownText') };
        return outsidePage({ ...page, ...said, status: 404 });
      }
      const body = (
        <>
          <FactList
            facts={[
              [t('console.verify.name'), found.fullName],
              [t('console.verify.practices'), String(found.total)],
              [
                t('console.verify.byProgram'),
                t('console.verify.programs', {
                  count: found.byProgram.length,
                  total: found.total,
                  titles: found.byProgram.map((id) => t.maybe(`practice.${id}.title`) ?? id).join(' · '),
                }),
                'long',
              ],
              [t('console.frame.areas.classes'), found.classTitle],
              [t('console.certificate.date'), dayText(found.doneAt, t)],
            ]}
          />
          <p class="soft small">{t('console.verify.small')}</p>
        </>
      );
      return outsidePage({ ...page, heading: t('console.verify.genuine'), body });
    },
  };
}
