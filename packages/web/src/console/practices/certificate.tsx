import { findCertificate } from '@svc-simulator/contract';
import { practiceGroups, practices } from '@svc-simulator/core';
import { localeOf } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { BrandMark } from '../../kit/page-frame.tsx';
import { Icon, LinkButton, TextField, t } from '../../kit/parts.tsx';
import { type OutsideRoute, outsidePage } from '../access/outside.tsx';
import { seeOther } from '../page-call.ts';
import { FactList, Submit, withBreaks } from '../parts/parts.tsx';

interface CertificateProps {
  readonly name: string;
  readonly verificationUrl?: string;
  readonly classTitle?: string | undefined;
  /** Name of the school or trainer; undefined if the holder issued the certificate. */
  readonly issuerName?: string | undefined;
  readonly practiceIds: readonly string[];
  /** Time of the last practice in ms since the epoch. */
  readonly doneAt: number;
}

/** Renders a certificate. It has the same colors in both themes, because people print it. */
export function Certificate(props: CertificateProps) {
  const { name, verificationUrl, classTitle, issuerName, practiceIds, doneAt } = props;
  const total = practiceIds.length;
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
          {practiceGroups
            .map((group) => ({ group, count: countIn(group, practiceIds) }))
            .filter(({ count }) => count > 0)
            .map(({ group, count }) => (
              <li>
                <Icon name="check" />
                <span>{t(`practice.group.${group}`)}</span>
                <span class="figures">{count}</span>
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
          <CertificateSeal total={total} />
          <p>
            <strong class="clamp two">{issuerName}</strong>
            <span>{t(classTitle ? 'console.certificate.trainer' : 'console.certificate.signature')}</span>
          </p>
        </div>
        {verificationUrl && (
          <p class="certificate-small">
            {t('console.certificate.check')} <a href={verificationUrl}>{withBreaks(verificationUrl)}</a>
          </p>
        )}
        <p class="certificate-small">{t('console.certificate.small')}</p>
      </div>
    </article>
  );
}

function countIn(groupName: string, practiceIds: readonly string[]): number {
  return practices.filter(({ id, group }) => group === groupName && practiceIds.includes(id)).length;
}

function CertificateSeal({ total }: { readonly total: number }) {
  return (
    <svg fill="#b9923f" viewBox="0 0 100 124" aria-hidden="true" focusable="false">
      <path fill="#0b4b57" d="M32 78 24 122l15-9 11 9V80ZM68 78l8 44-15-9-11 9V80Z" />
      <circle cx="50" cy="50" r="41" />
      <circle fill="none" stroke="#b9923f" stroke-width="8" stroke-dasharray="4 2" cx="50" cy="50" r="42" />
      <circle fill="#fffdf7" cx="50" cy="50" r="33" />
      <path fill="none" stroke="#0b4b57" stroke-width="6" d="m36 42 10 10.5L65 32" />
      <text fill="#5d4613" x="50" y="72" text-anchor="middle">
        {total} / {total}
      </text>
    </svg>
  );
}

/** Returns the CSS class for the length of a name. Longer names, such as e-mail addresses, get a smaller font. */
function nameSizeClass({ length }: string): string {
  if (length <= 18) return 'short';
  return length <= 48 ? 'middling' : 'long';
}

/** Formats the day in the provider's time zone, like the payment page. */
export function dayText(atMs: number, t: Texts): string {
  return new Intl.DateTimeFormat(localeOf(t.lang), { dateStyle: 'long', timeZone: 'America/Caracas' }).format(
    atMs,
  );
}

/**
 * Serves `/verificar/CODE`, on which anybody can check a certificate. The number of requests is limited,
 * because each can be a guess of a code.
 */
export const verifyRoute: OutsideRoute = {
  path: '/verificar/:code',
  get: async ({ t, url, params, perform }) => {
    const verification = await perform(findCertificate, { params });
    const page = { t, url, title: t('console.verify.title') };
    if (!verification.ok) {
      const { status, headers, detail } = verification;
      if (status === 429) {
        const texts = { heading: t('console.verify.tooOften'), lead: t('console.verify.tryLater') };
        return outsidePage({ ...page, ...texts, status, headers });
      }
      const texts =
        status === 410
          ? { heading: t('console.verify.revoked'), lead: detail }
          : { heading: t('console.verify.unknown'), lead: t('console.verify.unknownText') };
      const body = <LinkButton href="/verificar" text={t('console.verify.checkAnother')} />;
      return outsidePage({ ...page, ...texts, badge: ['bad', 'cross'], body, status });
    }
    const certificate = verification.data;
    const { by_program: byProgram, issued_by: issuedBy } = certificate;
    const count = byProgram.length;
    const body = (
      <>
        <FactList
          facts={[
            [t('console.certificate.awardedTo'), certificate.full_name],
            [t('console.verify.practices'), String(certificate.total)],
            [
              t('console.verify.byProgram'),
              t('console.verify.programs', { count, total: certificate.program_total }),
            ],
            [t('console.frame.areas.classes'), certificate.class_title],
            [t('console.verify.issuedBy'), certificate.mark ?? t(`console.verify.by.${issuedBy}`)],
            [t('console.certificate.date'), dayText(Date.parse(certificate.done_at), t)],
          ]}
        />
        <ul class="bullets two-columns">
          {byProgram.map((id) => (
            <li>{t.maybe(`practice.${id}.title`) ?? id}</li>
          ))}
        </ul>
        <p class="soft small">{t('console.certificate.small')}</p>
      </>
    );
    return outsidePage({ ...page, heading: t('console.verify.valid'), badge: ['good', 'check'], body });
  },
};

/** Serves `/verificar`, a form for the code of a certificate, which redirects to the certificate's page. */
export const verifyFormRoute: OutsideRoute = {
  path: '/verificar',
  get: ({ t, url }) => {
    const code = url.searchParams.get('code')?.trim();
    if (code) return seeOther(`/verificar/${encodeURIComponent(code)}`);
    const body = (
      <form action="/verificar" class="stack">
        <TextField
          name="code"
          label={t('console.verify.code')}
          hint={t('console.verify.codeHint')}
          maxlength={40}
          required
        />
        <Submit kind="primary" text={t('console.verify.check')} />
      </form>
    );
    return outsidePage({ t, url, title: t('console.verify.title'), body });
  },
};
