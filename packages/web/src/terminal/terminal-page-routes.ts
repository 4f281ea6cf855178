import { showTerminalPage } from '@svc-simulator/contract';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';

/**
 * `GET /terminal`: the virtual terminal, a client of the terminal's public API. Its page is loaded on the
 * first request.
 */
export function terminalPageRoutes(): readonly Route[] {
  return [
    route(showTerminalPage, async ({ header, query }) => {
      const page = await import('./terminal.tsx');
      const lang = pickLanguage(header('accept-language'), query.lang);
      return new Response(page.renderTerminalPage(lang), { headers: page.terminalPageHeaders(lang) });
    }),
  ];
}
