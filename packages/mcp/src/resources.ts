import { getOpenApi } from '@svc-simulator/contract';
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
export async function readResource(bench: Bench, uri: string) {
  if (uri === openapi.uri)
    return { mimeType: openapi.mimeType, text: JSON.stringify((await bench.call(getOpenApi)).data) };
  if (uri === payloads.uri) {
    const { docText } = await import('./docs.ts');
    const text = await docText(bench.t.lang, 'payloads', Number.POSITIVE_INFINITY);
    return { mimeType: payloads.mimeType, text: text ?? '' };
  }
  const lines = uri.startsWith(TRACE) ? await storyOf(bench, uri.slice(TRACE.length)) : [];
  return lines.length === 0 ? undefined : { mimeType: trace.mimeType, text: lines.join('\n') };
}
