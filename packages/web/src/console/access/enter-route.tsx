import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { seeOther } from '../page-call.ts';
import { Action } from '../parts/parts.tsx';
import { loggedIn, nextOf, type OutsideCall, type OutsideRoute, outsidePage } from './outside.tsx';

/**
 * `/console/enter?ticket=…`: a one-time link logs a browser in. Somebody's page could lead here with a link to its own
 * account, and a program that looks at links could use one up, so that it asks unless it was opened on one's own machine.
 */
export function enterRoute({ browsers, settings }: ConsoleServices): OutsideRoute {
  const { hosted } = settings;

  async function enter({ url, t }: OutsideCall): Promise<Response> {
    const token = await browsers.enter(ticketOf(url));
    return token === undefined ? over(url, t) : loggedIn(seeOther(nextOf(url)), url, token);
  }

  return {
    path: '/console/enter',
    get: async (call) => {
      const { url, t, token, isFirstHand } = call;
      const account = await browsers.accountOf(ticketOf(url), 'link');
      const present = token ? await browsers.accountOf(token) : undefined;
      if (!account) return over(url, t);
      if (present?.id === account.id) return seeOther(nextOf(url));
      if (isFirstHand && !hosted && !present) return enter(call);
      const named = { name: account.shortName };
      return outsidePage({
        t,
        url,
        title: t('console.access.logIn.title'),
        lead: t('console.access.link.lead', named),
        body: (
          <Action
            to={`${url.pathname}${url.search}`}
            kind="primary"
            text={t('console.access.link.submit', named)}
          />
        ),
      });
    },
    post: enter,
  };
}

/** What a link shows that was used, or has waited too long. */
function over(url: URL, t: Texts): Response {
  return outsidePage({
    t,
    url,
    title: t('console.access.link.over'),
    lead: t('console.access.link.another'),
    body: (
      <a class="button" href="/console/login">
        {t('console.access.logIn.submit')}
      </a>
    ),
    status: 410,
  });
}

function ticketOf({ searchParams }: URL): string {
  return searchParams.get('ticket') ?? '';
}
