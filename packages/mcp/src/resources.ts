import { getOpenApi } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { storyOf } from './session-tools.ts';
import type { Bench } from './tool.ts';

const OPENAPI = 'sim://openapi';
const PAYLOADS = 'sim://payloads';
const TRACE = 'sim://trace/';

/** What an agent may read whole. */
export function resourcesIn(t: Texts) {
  return [
    { uri: OPENAPI, name: 'openapi', description: t('mcp.resource.openapi'), mimeType: 'application/json' },
    { uri: PAYLOADS, name: 'payloads', description: t('mcp.resource.payloads'), mimeType: 'text/markdown' },
  ];
}

export function templatesIn(t: Texts) {
  return [
    {
      uriTemplate: `${TRACE}{session_id}`,
      name: 'trace',
      description: t('mcp.resource.trace'),
      mimeType: 'text/plain',
    },
  ];
}

/** The text of a resource; undefined where there is none of this address. */
export async function readResource(
  bench: Bench,
  uri: string,
): Promise<{ readonly mimeType: string; readonly text: string } | undefined> {
  if (uri === OPENAPI) {
    const { data } = await bench.call(getOpenApi, {});
    return { mimeType: 'application/json', text: JSON.stringify(data) };
  }
  if (uri === PAYLOADS) {
    const { docText } = await import('./docs.ts');
    return {
      mimeType: 'text/markdown',
      text: (await docText(bench.t.lang, 'payloads', Number.POSITIVE_INFINITY)) ?? '',
    };
  }
  if (!uri.startsWith(TRACE)) return undefined;
  const lines = await storyOf(bench, uri.slice(TRACE.length));
  return lines.length === 0 ? undefined : { mimeType: 'text/plain', text: lines.join('\n') };
}
