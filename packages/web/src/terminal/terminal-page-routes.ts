import { showTerminalPage } from '@svc-simulator/contract';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';

/** `GET /terminal`: the virtual terminal. It is a client of the terminal's API and has no other way in. */
export function terminalPageRoutes(): readonly Route[] {
  return [
    route(showTerminalPage, async ({ header, query }) => {
      const page = await import('./index.ts');
      const lang = page.pickLanguage(header('accept-language'), query.lang);
      return new Response(page.renderTerminalPage(lang), { headers: page.terminalPageHeaders(lang) });
    }),
  ];
}
