import type { DataOf, getProgress } from '@svc-simulator/contract';
import { type CertificateRecord, practiceGroups, practices } from '@svc-simulator/core';
import { findCertificate } from '@svc-simulator/server/certificates/certificates.ts';
import { inputWithin } from '@svc-simulator/server/input.ts';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { dataOf } from '@svc-simulator/server/route.ts';
import { localeOf } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { BrandMark } from '../../kit/page-frame.tsx';
import { Icon, LinkButton, t } from '../../kit/parts.tsx';
import { type OutsideRoute, outsidePage } from '../access/outside.tsx';
import { FactList, withBreaks } from '../parts/parts.tsx';

interface CertificateProps {
  readonly name: string;
  readonly address: string | undefined;
  readonly classTitle: string | undefined;
  readonly practices: DataOf<typeof getProgress>['practices'];
}

/** Looks the same in both themes, since it gets printed. */
export function Certificate({ name, address, classTitle, practices }: CertificateProps) {
  const total = practices.length;
  const doneAt = Math.max(...practices.map(({ completed_at }) => Date.parse(completed_at ?? '')));
  return (
    <article class="certificate" aria-labelledby="certificate-heading">
      <div class="certificate-frame">
        <p class="certificate-brand">
          <BrandMark />
          {t('kit.frame.brand')}
        </p>
        <h2 id="certificate-heading">
          {t('console.certificate.title')}
          <span>{t('console.certificate.subheading')}</span>
        </h2>
        <div class="certificate-who">
          <p>{t('console.certificate.awardedTo')}</p>
          <p class={`certificate-name ${nameSizeClass(name)}`}>{withBreaks(name)}</p>
        </div>
        <p class="certificate-for">{t('console.certificate.for', { total })}</p>
        <ul class="certificate-groups">
          {practiceGroups.map((id) => (
            <li>
              <Icon name="check" />
              <span>{t(`practice.group.${id}`)}</span>
              <span class="figures">{practices.filter(({ group }) => group === id).length}</span>
            </li>
          ))}
        </ul>
        {classTitle !== undefined && (
          <p class="clamp two">
            {t('console.frame.areas.classes')}: <strong>{classTitle}</strong>
          </p>
        )}
        <div class="certificate-foot">
          <p>
            <strong>{dayText(doneAt, t)}</strong>
            <span>{t('console.certificate.date')}</span>
          </p>
          <Seal total={total} />
          <p>
            <strong />
            <span>{t(classTitle ? 'console.certificate.trainer' : 'console.certificate.signature')}</span>
          </p>
        </div>
        {address && (
          <p class="certificate-small">
            {t('console.certificate.check')} <a href={address}>{withBreaks(address)}</a>
          </p>
        )}
        <p class="certificate-small">{t('console.certificate.small')}</p>
      </div>
    </article>
  );
}

function Seal({ total }: { readonly total: number }) {
  const rays = Array.from({ length: 48 }, (_, index) => {
    const radius = index % 2 === 0 ? 46 : 40;
    const angle = (index * Math.PI) / 24;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return (
    <svg class="certificate-seal" viewBox="0 0 100 124" aria-hidden="true" focusable="false">
      <path class="ribbons" d="M32 78 24 122l15-9 11 9V80ZM68 78l8 44-15-9-11 9V80Z" />
      <path class="rays" d={`M${rays.join('L')}Z`} />
      <circle cx="50" cy="50" r="33" />
      <path class="tick" d="m36 42 10 10.5L65 32" />
      <text x="50" y="72" text-anchor="middle">
        {total} / {total}
      </text>
    </svg>
  );
}

/** Names have up to 120 characters, and e-mails even more, so longer names get smaller type. */
function nameSizeClass({ length }: string): string {
  if (length <= 18) return 'short';
  if (length <= 32) return 'middling';
  if (length <= 64) return 'long';
  return length <= 254 ? 'longer' : 'longest';
}

/** Formats the day in the provider's time zone, like the payment page. */
function dayText(atMs: number, t: Texts): string {
  return new Intl.DateTimeFormat(localeOf(t.lang), { dateStyle: 'long', timeZone: 'America/Caracas' }).format(
    atMs,
  );
}

/**
 * `/verificar/CODE`: anyone can check a certificate; the page shows only its content. Lookups count as
 * attempts to guess a code.
 */
export function verifyRoute({ execute }: ConsoleServices): OutsideRoute {
  return {
    path: '/verificar/:code',
    get: async ({ t, url, params, client }) => {
      const input = inputWithin('page', { body: { code: params.code ?? '' }, client });
      const executed = await execute(findCertificate, input, {});
      const page = { t, url, title: t('console.verify.title') };
      if ('refusal' in executed && executed.refusal.status === 429) {
        const texts = { heading: t('console.verify.tooOften'), lead: t('console.verify.later') };
        return outsidePage({ ...page, ...texts, status: 429, headers: executed.refusal.headers });
      }
      if (!('value' in executed)) {
        const texts = { heading: t('console.verify.unknown'), lead: t('console.verify.unknownText') };
        const body = <LinkButton href="/" text={t('console.verify.home')} />;
        return outsidePage({ ...page, ...texts, seal: ['bad', 'cross'], body, status: 404 });
      }
      const certificate = dataOf(executed.value) as CertificateRecord;
      const count = certificate.byProgram.length;
      const body = (
        <>
          <FactList
            facts={[
              [t('console.certificate.awardedTo'), certificate.fullName],
              [t('console.verify.practices'), String(certificate.total)],
              [
                t('console.verify.byProgram'),
                t('console.verify.programs', { count, total: certificate.total - toolPracticeCount }),
              ],
              [t('console.frame.areas.classes'), certificate.classTitle],
              [t('console.certificate.date'), dayText(certificate.doneAt, t)],
            ]}
          />
          <ul class="bullets two-columns">
            {certificate.byProgram.map((id) => (
              <li>{t.maybe(`practice.${id}.title`) ?? id}</li>
            ))}
          </ul>
          <p class="soft small">{t('console.certificate.small')}</p>
        </>
      );
      return outsidePage({ ...page, heading: t('console.verify.genuine'), seal: ['good', 'check'], body });
    },
  };
}

/** Practices that count even if a tool did them. */
const toolPracticeCount = practices.filter((practice) => practice.byAnyone).length;
