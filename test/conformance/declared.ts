import { lazy, membersOf, type Operation } from '@svc-simulator/contract';
import { englishDocument } from '@svc-simulator/contract/openapi/english.ts';

const document = lazy(() => englishDocument({ serverUrl: 'http://simulator.invalid', version: '0' }));

const within = (root: unknown, ...names: readonly string[]): Record<string, unknown> =>
  membersOf(names.reduce((inner: unknown, name) => membersOf(inner)[name], root));

/** Returns true if the OpenAPI document declares this status and media type for an operation. */
export function isDeclared({ method, path }: Operation, status: number, contentType = ''): boolean {
  const responses = within(document(), 'paths', path, method.toLowerCase(), 'responses');
  const declaredResponse = membersOf(responses[status] ?? responses[`${String(status)[0]}XX`]);
  const { $ref } = declaredResponse;
  const response =
    typeof $ref === 'string' ? within(document(), ...$ref.slice(2).split('/')) : declaredResponse;
  const media = Object.keys(membersOf(response.content));
  const [type = ''] = contentType.split(';');
  if (Object.keys(response).length === 0) return false;
  return media.length === 0 ? type === '' : media.includes(type) || media.includes('*/*');
}
