import { Action, type ActionProps } from '../parts/submit.tsx';
/** What a button of the page asks for. */
export type Asked =
  | 'api_token'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

/** A button of the page that asks for it. */
export function Ask({ what, ...button }: Pick<ActionProps, 'text' | 'kind'> & { readonly what: Asked }) {
  return <Action to="/console/keys" name="show" value={what} {...button} />;
}
