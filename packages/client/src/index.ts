export {
  type Answer,
  type Client,
  type ClientOptions,
  createClient,
  problemOf,
  type TokenSource,
} from './client.ts';
export {
  InvalidTokenError,
  PROXY_AUTHENTICATION,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from './errors.ts';
export { type Followed, type FollowOptions, followStream, followTrace } from './follow-stream.ts';
export { type DataOf, type LooseRequest, urlOf } from './request.ts';
export { fetchTrusting, fetchWith, trustOf } from './trust.ts';
export { valueAt } from './value-at.ts';
