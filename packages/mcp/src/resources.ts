import type { Texts } from '@svc-simulator/texts/texts.ts';
import { storyOf } from './session-tools.ts';
import type { Bench } from './tool.ts';

const TRACE = 'sim://trace/';
const openapi = { name: 'openapi', uri: 'sim://openapi', mimeType: 'application/json' } as const;
const payloads = { name: 'payloads', uri: 'sim://payloads', mimeType: 'text/markdown' } as const;
const trace = { name: 'trace', uriTemplate: `${TRACE}{session_id}`, mimeType: 'text/plain' } as const;

/** What an agent may read whole. */
export function resourcesIn(t: Texts) {
  return [openapi, payloads].map((each) => ({ ...each, description: t(`mcp.resource.${each.name}`) }));
}

export function templatesIn(t: Texts) {
  return [{ ...trace, description: t('mcp.resource.trace') }];
}

/** The addresses that there are. */
export const addresses = [openapi.uri, payloads.uri, trace.uriTemplate].join(', ');

/** A resource; undefined where there is none of this address. */
export async function readResource(bench: Bench, uri: string, version: string) {
  const { openApiText, docText } = await import('./docs.ts');
  const { lang } = bench.t;
  const { mimeType, name } = [openapi, payloads].find((each) => each.uri === uri) ?? trace;
  const texts = {
    openapi: () => openApiText(lang, { serverUrl: bench.url, version }),
    payloads: () => docText(lang, 'payloads', Number.POSITIVE_INFINITY),
    trace: async () =>
      uri.startsWith(TRACE) ? (await storyOf(bench, uri.slice(TRACE.length))).join('\n') : '',
  };
  const text = await texts[name]();
  return text ? { mimeType, text } : undefined;
}
