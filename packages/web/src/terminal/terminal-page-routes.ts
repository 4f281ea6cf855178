import { showTerminalPage } from '@svc-simulator/contract';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';

/** Serves `/terminal`, the virtual terminal. The first request loads the page's code. */
export function terminalPageRoutes(): readonly Route[] {
  return [
    route(showTerminalPage, async ({ header, query }) => {
      const page = await import('./terminal.tsx');
      const lang = pickLanguage(header('accept-language'), query.lang);
      return new Response(page.renderTerminalPage(lang), { headers: page.terminalPageHeaders(lang) });
    }),
  ];
}
