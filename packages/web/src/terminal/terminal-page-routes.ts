import { showTerminalPage } from '@svc-simulator/contract';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';

/** `GET /terminal`: the virtual terminal. It is a client of the terminal's API and has no other way in. Its page is loaded when it is asked for. */
export function terminalPageRoutes(): readonly Route[] {
  return [
    route(showTerminalPage, async ({ header, query }) => {
      const page = await import('./terminal.tsx');
      const lang = pickLanguage(header('accept-language'), query.lang);
      return new Response(page.renderTerminalPage(lang), { headers: page.terminalPageHeaders(lang) });
    }),
  ];
}
