import { type CallData, isUrl, operations, type WebhookSignatureVariant } from '@svc-simulator/contract';

/** Less than the 128 KiB to which Linux limits one argument. */
const MAX_ARGUMENT_BYTES = 100_000;

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly tokenVariable?: string | undefined;
}

function curl({ method, url, headers, body, tokenVariable }: CurlRequest): string {
  const isShort = body === undefined || Buffer.byteLength(body) <= MAX_ARGUMENT_BYTES;
  const lines = [
    // Without --globoff, curl expands brackets; without --path-as-is, curl removes `..`.
    `curl -i --globoff --path-as-is -X ${method} ${quoteForBash(url)}`,
    ...(tokenVariable === undefined ? [] : [`-H "Authorization: Bearer $${tokenVariable}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForBash(`${name}: ${value}`)}`),
    // With --data, curl would read a file if the body begins with @.
    ...(body === undefined ? [] : [isShort ? `--data-raw ${quoteForBash(body)}` : '--data-binary @-']),
  ];
  const command = lines.join(' \\\n  ');
  return isShort ? command : `printf '%s' ${quoteForBash(body)} |\n  ${command}`;
}

/** Returns a bash command that repeats a delivery byte for byte, with its headers and signature. */
export function deliveryCommand(url: string, headers: CurlRequest['headers'], rawBody: string): string {
  return curl({ method: 'POST', url: requestUrl(url), headers, body: rawBody });
}

const tokenVariables: Readonly<Record<string, string | undefined>> = {
  api: 'SIM_TOKEN',
  merchant: 'MERCHANT_TOKEN',
  console: 'SIM_CONSOLE_TOKEN',
};

/**
 * Returns a bash command that repeats a call, with the token in a shell variable. A terminal's call is
 * repeated without its signature, so the simulator refuses it.
 */
export function callCommand(baseUrl: string, { method, path, operation, request }: CallData): string {
  const auth = operations.find(({ id }) => id === operation)?.auth ?? 'api';
  const headers: CurlRequest['headers'] = request ? { 'Content-Type': 'application/json' } : {};
  const tokenVariable = tokenVariables[auth];
  return curl({ method, url: baseUrl + path, headers, body: request?.text, tokenVariable });
}

export const AGREEMENT_COMMAND = [
  `curl -s "$SIM_URL/api/v1/ext/agreements" \\`,
  `  -H "Authorization: Bearer $SIM_TOKEN" \\`,
  `  -H 'Content-Type: application/json' \\`,
  `  -d '{"title":"Shop","payment_methods":{"immediate_debit":true},`,
  `       "default_bank_account_id":"main"}'`,
].join('\n');

/** Returns a bash command that computes a webhook's signature over `signedText` with `$WEBHOOK_SECRET`. */
export function signatureCommand(signedText: string, variant: WebhookSignatureVariant): string {
  const command = `printf '%s' ${quoteForBash(signedText)} |\n  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r`;
  return variant === 'sha256' ? `${command} |\n  sed 's/^/sha256=/'` : command;
}

/** Quotes a word for bash. In single quotes, only the quote itself needs escaping. */
export function quoteForBash(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Removes user, password and fragment, which the simulator doesn't send either. */
function requestUrl(url: string): string {
  if (!isUrl(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}
