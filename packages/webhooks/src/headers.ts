import type { Bilingual } from '@svc-simulator/core';
import type { WebhookHeaders } from './webhooks-api.ts';

export interface Headers {
  /** By its name in lower case; undefined when it is not there, or empty. */
  get(name: string): string | undefined;
  /** What is there in place of a header that is not. */
  insteadOf(name: string): Bilingual;
}

/** The headers of a request, whichever way they are kept. */
export function readHeaders(headers: WebhookHeaders): Headers {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  const get = (name: string) => {
    const value = values.get(name);
    return (typeof value === 'string' ? value : value?.[0]) || undefined;
  };
  const insteadOf = (name: string) => {
    const last = name.replace(/^.*-/, '');
    const others = [...values.keys()].filter((each) => each !== name && each.includes(last)).join(', ');
    return others === ''
      ? { en: `there is no ${name}`, es: `no hay ${name}` }
      : { en: `there is no ${name}, but ${others}`, es: `no hay ${name}, pero sí ${others}` };
  };
  return { get, insteadOf };
}
