import { showTerminalPage } from '@svc-simulator/contract';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';

/** `GET /terminal`: the virtual terminal. It is a client of the terminal's API and has no other way in. */
export function terminalPageRoutes({ settings }: Runtime): readonly Route[] {
  return [
    route(showTerminalPage, async ({ header, query }) => {
      const page = await import('./index.ts');
      const lang = page.pickLanguage(header('accept-language'), query.lang);
      const script = await page.terminalScriptFor(header('host') ?? '', settings.publicUrl);
      const headers = page.terminalPageHeaders(lang, script);
      return new Response(page.renderTerminalPage(lang, script), { headers });
    }),
  ];
}
