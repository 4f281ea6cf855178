import { sessionState, sessionSteps } from '@svc-simulator/contract';
import type { AccountRecord, DeliveryRecord, SessionRecord } from '@svc-simulator/core';
import { splitCredentials } from '@svc-simulator/core';
import type { StartPage, StartPageState } from '@svc-simulator/server/pages/start-page.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { withCode } from '../kit/page-frame.tsx';
import { languageQueryOf, type PageLanguage } from '../kit/page-language.ts';
import { CopyableCode, type FactRow, FactRows, Icon, LinkButton, SessionStepDots, t } from '../kit/parts.tsx';
import { PATH_LIMIT, PlaceLinks, renderPlainDocument } from './document.tsx';
import { landingTexts } from './page-texts.ts';

const firstCommands = [
  ['listen', 'npx sim listen'],
  ['trigger', 'npx sim trigger paid --webhook-url http://localhost:3000'],
  ['trace', 'npx sim trace --follow'],
] as const;

const tourSteps = [
  ['create', 'reference'],
  ['pay', 'sessions'],
  ['receive', 'deliveries'],
  ['explain', 'search'],
] as const;

/**
 * Renders the start page. A local simulator also shows its state, and refused calls that belong to no account
 * (for example, calls with an unknown token).
 */
export async function homePage(startPage: StartPage, pageLanguage: PageLanguage): Promise<Response> {
  const { language } = pageLanguage;
  const t = landingTexts(language);
  const { version, hosted } = startPage.settings;
  const [simulatorState, refusedCalls] = await Promise.all([
    startPage.readState(),
    startPage.refusedCalls(language),
  ]);
  const content = (
    <>
      <div class="hero stack">
        <h1>{t('landing.home.title')}</h1>
        <p class="lead">{t('landing.home.lead')}</p>
        <ol class="grid tour">
          {tourSteps.map(([name, icon]) => (
            <li>
              <Icon name={icon} />
              {t(`landing.home.tour.${name}`)}
            </li>
          ))}
        </ol>
        <p class="row">
          <LinkButton kind="primary" href="/console" text={t('landing.home.open')} />
          {hosted && <LinkButton href="/console/register" text={t('landing.home.makeAccount')} />}
          {simulatorState && <span class="hint">{withCode(t('landing.home.noPassword'))}</span>}
        </p>
      </div>
      <div class="grid wide">
        {simulatorState && (
          <section class="panel stack">
            <h2>{t('landing.home.running')}</h2>
            <dl class="lines pairs">
              <FactRows facts={homeFacts(simulatorState, t)} />
            </dl>
          </section>
        )}
        <section class="panel stack">
          <h2>{t('landing.home.tryIt')}</h2>
          <ul class="lines">
            {firstCommands.map(([name, command]) => (
              <li>
                <CopyableCode
                  text={command
                    .split(/( )/)
                    .map((word) => (word === ' ' ? word : <span class="word">{word}</span>))}
                  objectName={t(`landing.home.commands.${name}`)}
                />
                <p class="hint">{t(`landing.home.commands.${name}`)}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {refusedCalls.length > 0 && (
        <section class="panel stack" id="refused">
          <h2>{t('landing.home.refused')}</h2>
          <p class="hint">{t('landing.home.refusedHint')}</p>
          <ul class="lines">
            {refusedCalls.map(({ at, status, method, path, detail, what_to_do }) => (
              <li>
                <code>
                  {status} {method} {path.slice(0, PATH_LIMIT)}
                </code>{' '}
                <span class="soft small">{at.slice(11, 19)} UTC</span>
                <p class="hint">
                  {detail} {what_to_do}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="soft small">{t('landing.home.serves', { version })}</p>
      <PlaceLinks />
    </>
  );
  return renderPlainDocument(language, t('landing.home.title'), content, {
    query: languageQueryOf(pageLanguage),
  });
}

function homeFacts({ account, session, url, hasRelay, failure, now }: StartPageState, t: Texts) {
  return [
    [t('landing.home.facts.account'), <strong>{account.shortName}</strong>],
    [
      t('landing.home.facts.session'),
      session ? <LatestSession session={session} /> : t('landing.home.noSession'),
    ],
    [
      t('landing.home.facts.receiver'),
      url ? <code>{splitCredentials(url).maskedUrl}</code> : withCode(t('landing.home.noReceiver')),
    ],
    [t('landing.home.facts.relay'), t('landing.home.relay', { state: hasRelay ? 'on' : 'off' })],
    [t('landing.home.facts.clock'), clockText(account, t)],
    [
      t('landing.home.facts.failure'),
      failure ? <LatestFailure failure={failure} now={now} /> : t('landing.home.noFailure'),
    ],
  ] satisfies FactRow[];
}

function clockText({ clock }: AccountRecord, t: Texts): string {
  if (!clock) return t('landing.home.realTime');
  const { frozenAt, offsetMs } = clock;
  if (frozenAt !== null)
    return t('landing.home.stopped', { moment: new Date(frozenAt).toISOString().slice(0, 16) });
  const span = durationText(Math.abs(offsetMs), t.lang);
  return t('landing.home.shifted', { span, way: offsetMs < 0 ? 'behind' : 'ahead' });
}

function LatestSession({ session }: Readonly<{ session: SessionRecord }>) {
  return (
    <>
      <SessionStepDots steps={sessionSteps(session)} />{' '}
      <a href={`/console/sessions/${session.id}`}>{session.fields.identifier}</a>{' '}
      <span class="soft small">{sessionState.value(session, t)}</span>
    </>
  );
}

function LatestFailure({ failure, now }: Readonly<{ failure: DeliveryRecord; now: number }>) {
  const { id, sessionId, event, last, updatedAt } = failure;
  const span = durationText(Math.max(1, Math.round((now - updatedAt) / 1000)) * 1000, t.lang);
  return (
    <>
      <a class="bad toned" href={`/console/sessions/${sessionId}#d-${id}`}>
        {event} → {last?.status ?? t('landing.home.noAnswer')}
      </a>{' '}
      <span class="soft small cut">{t('landing.home.ago', { span })}</span>
    </>
  );
}
