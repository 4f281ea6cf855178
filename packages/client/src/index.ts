export type { DataOf } from '@svc-simulator/contract';
export {
  type CallResult,
  type Client,
  type ClientOptions,
  createClient,
  errorFromResponse,
  type TokenSource,
} from './client.ts';
export {
  InvalidTokenError,
  PROXY_AUTHENTICATION,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from './errors.ts';
export {
  type FollowedList,
  type FollowOptions,
  followStream,
  followTrace,
} from './follow-stream.ts';
export { buildUrl, type LooseRequest } from './request.ts';
export { fetchTrusting, fetchWith, toTrustOptions } from './trust.ts';
export { valueAtPath } from './value-at.ts';
