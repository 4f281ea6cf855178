import { withoutCredentials } from '@svc-simulator/core';

/** Tokens, secrets, access tokens and the credentials in a URL, as something else may have quoted them. */
export function withoutSecrets(line: string): string {
  return withoutCredentials(line)
    .replace(/\b(sim_[a-z]{3}_|whsec_)[\w-]{8,}/g, '$1…')
    .replace(/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g, 'eyJ…')
    .replace(/(\b[a-z]+:\/\/[^\s:@/"]*:)[^\s@"]+@/gi, '$1…@');
}
