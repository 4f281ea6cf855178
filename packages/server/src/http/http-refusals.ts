import { newerPathOf, RELAY_PATH, type Refusal, type Refused, suggestPath } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { notFoundWith, type ProblemMessage, refuseWith } from '../refusals.ts';

export function malformedBody(title: Refusal['title'], detail: ProblemMessage): Refused {
  return refuseWith(400, title, detail, { errors: [{ pointer: '', ...detail }] });
}

export function unsupportedMedia(detail: ProblemMessage): Refused {
  return refuseWith(415, 'problem.title.media_type', detail);
}

export function badRequest(detail: ProblemMessage): Refused {
  return refuseWith(400, 'problem.title.bad_request', detail);
}

export function notHttp(why: string): Refused {
  return badRequest(message('problem.http.invalid_request', { why }));
}

export function methodNotAllowed(method: string, allow: string): Refused {
  const detail = message('problem.method', { method, allowed: allow });
  return refuseWith(405, 'problem.title.method_not_allowed', detail, { headers: { allow } });
}

export function unknownPath(path: string): Refused {
  if (path === RELAY_PATH) return upgradeRequired(message('problem.relay.no_upgrade'));
  const code = path.startsWith('/api/svcpagos/') ? 'problem.path.sdk' : 'problem.path.unknown';
  return misspelledPath(path) ?? notFoundWith(message(code, { path }));
}

/** Returns a 404 with a suggestion for an old or misspelled path; undefined if no path is similar. */
export function misspelledPath(path: string): Refused | undefined {
  const newer = newerPathOf(path);
  if (newer !== undefined) return notFoundWith(message('problem.path.older', { path, newer }));
  const near = suggestPath(path);
  return near === undefined ? undefined : notFoundWith(message('problem.path.similar_path', { path, near }));
}

export function upgradeRequired(detail: ProblemMessage): Refused {
  return refuseWith(426, 'problem.title.upgrade_required', detail, {
    headers: { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
  });
}

export function internalError(): Refused {
  return refuseWith(500, 'problem.title.internal', message('problem.internal'));
}
