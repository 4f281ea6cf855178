import { certificateByCode } from '@svc-simulator/server/practices/certificates.ts';
import { type OutsideRoute, outsidePage } from '../access/outside.ts';
import type { ConsoleServices } from '../page-call.ts';
import { FactList } from '../parts/fact-list.tsx';
import { dayText } from './certificate.tsx';
import { verifyTexts } from './texts.ts';

/**
 * `/verificar/CODE`: whether a certificate is genuine, for whoever it is shown to. It says what the certificate says and
 * nothing else of the account; looks are counted as tries of a code are.
 */
export function verifyRoute({ runtime }: ConsoleServices): OutsideRoute {
  return {
    path: '/verificar/:code',
    get: async ({ lang, url, params, attempt }) => {
      const texts = verifyTexts(lang);
      const typed = params.code ?? '';
      const begun = attempt('code');
      const tooOften = begun.refusal ?? begun.named(typed);
      if (tooOften) {
        const body = <Unknown title={texts.tooOften} text={texts.later} />;
        return outsidePage({ lang, url, title: texts.title, body, status: 429, headers: tooOften.headers });
      }
      const found = await certificateByCode(runtime.store, typed);
      begun.ended(found !== undefined);
      if (!found) {
        const body = <Unknown title={texts.unknown} text={texts.unknownText} />;
        return outsidePage({ lang, url, title: texts.title, body, status: 404 });
      }
      const body = (
        <section class="panel access">
          <h1>{texts.genuine}</h1>
          <FactList
            facts={[
              [texts.name, found.fullName],
              [texts.practices, String(found.total)],
              [texts.inClass, found.classTitle],
              [texts.date, dayText(found.doneAt, lang)],
            ]}
          />
          <p class="soft small">{texts.small}</p>
        </section>
      );
      return outsidePage({ lang, url, title: texts.title, body });
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
