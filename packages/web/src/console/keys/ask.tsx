/** What a button of the page asks for. */
export type Asked =
  | 'api_token'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

interface AskProps {
  readonly what: Asked;
  readonly label: string;
  readonly kind?: 'danger';
}

export function Ask({ what, label, kind }: AskProps) {
  return (
    <form method="post" action="/console/keys">
      <button type="submit" name="show" value={what} class={kind ? `button ${kind}` : 'button'}>
        {label}
      </button>
    </form>
  );
}
