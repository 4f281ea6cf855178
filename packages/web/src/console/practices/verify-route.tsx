import { certificateByCode } from '@svc-simulator/server/certificates/certificates.ts';
import { type OutsideRoute, outsidePage } from '../access/outside.ts';
import type { ConsoleServices } from '../page-call.ts';
import { FactList } from '../parts/parts.tsx';
import { dayText } from './certificate.tsx';

/**
 * `/verificar/CODE`: whether a certificate is genuine, for whoever it is shown to. It says what the certificate says and
 * nothing else of the account; looks are counted as tries of a code are.
 */
export function verifyRoute({ runtime }: ConsoleServices): OutsideRoute {
  return {
    path: '/verificar/:code',
    get: async ({ t, url, params, attempt }) => {
      const typed = params.code ?? '';
      const begun = attempt('code');
      const tooOften = begun.refusal ?? begun.named(typed);
      if (tooOften) {
        const body = <Unknown title={t('console.verify.tooOften')} text={t('console.verify.later')} />;
        return outsidePage({
          t,
          url,
          title: t('console.verify.title'),
          body,
          status: 429,
          headers: tooOften.headers,
        });
      }
      const found = await certificateByCode(runtime.store, typed);
      begun.ended(found !== undefined);
      if (!found) {
        const body = <Unknown title={t('console.verify.unknown')} text={t('console.verify.unknownText')} />;
        return outsidePage({ t, url, title: t('console.verify.title'), body, status: 404 });
      }
      const body = (
        <section class="panel access">
          <h1>{t('console.verify.genuine')}</h1>
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
        </section>
      );
      return outsidePage({ t, url, title: t('console.verify.title'), body });
    },
  };
}

function Unknown({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="panel access">
      <h1>{title}</h1>
      <p class="soft">{text}</p>
    </section>
  );
}
