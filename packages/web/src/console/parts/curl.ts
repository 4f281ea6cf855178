import { type CallData, isUrl, operations, type WebhookSignatureVariant } from '@svc-simulator/contract';

/** A single argument of a program can be no longer than 128 KiB on Linux. */
const LONGEST_ARGUMENT = 100_000;

/** A request as bash sends it. Header values and the body are quoted; a variable of the shell stands for a credential. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Name of the variable that holds the bearer token. */
  readonly tokenIn?: string | undefined;
}

function curl({ method, url, headers, body, tokenIn }: Sent): string {
  const short = body === undefined || Buffer.byteLength(body) <= LONGEST_ARGUMENT;
  const lines = [
    // Without --globoff curl takes brackets in an address for a pattern, without --path-as-is it tidies `..` away.
    `curl -i --globoff --path-as-is -X ${method} ${quoteWord(url)}`,
    ...(tokenIn === undefined ? [] : [`-H "Authorization: Bearer $${tokenIn}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteWord(`${name}: ${value}`)}`),
    // Unlike --data, --data-raw sends a text that begins with @ as it is.
    ...(body === undefined ? [] : [short ? `--data-raw ${quoteWord(body)}` : '--data-binary @-']),
  ];
  const command = lines.join(' \\\n  ');
  return short ? command : `printf '%s' ${quoteWord(body)} |\n  ${command}`;
}

/** A command for bash that sends a delivery again byte for byte, with the headers and the signature that it had. */
export function deliveryCommand(url: string, headers: Sent['headers'], rawBody: string): string {
  return curl({ method: 'POST', url: addressOf(url), headers, body: rawBody });
}

const variables: Readonly<Record<string, string | undefined>> = {
  api: 'SIM_TOKEN',
  merchant: 'MERCHANT_TOKEN',
  console: 'SIM_CONSOLE_TOKEN',
};

/** A command for bash that makes a call again; its credential is a variable. A terminal's signature is not in it. */
export function callCommand(baseUrl: string, { method, path, operation, request }: CallData): string {
  const auth = operations.find(({ id }) => id === operation)?.auth ?? 'api';
  const headers: Sent['headers'] = request ? { 'Content-Type': 'application/json' } : {};
  return curl({ method, url: baseUrl + path, headers, body: request?.text, tokenIn: variables[auth] });
}

export const AGREEMENT_COMMAND = [
  `curl -s "$SIM_URL/api/v1/ext/agreements" \\`,
  `  -H "Authorization: Bearer $SIM_TOKEN" \\`,
  `  -H 'Content-Type: application/json' \\`,
  `  -d '{"title":"Shop","payment_methods":{"immediate_debit":true},`,
  `       "default_bank_account_id":"main"}'`,
].join('\n');

/**
 * A command for bash that computes a webhook's signature with the secret that is in `$WEBHOOK_SECRET`: `signedText` is
 * what is signed.
 */
export function signatureCommand(signedText: string, variant: WebhookSignatureVariant): string {
  const command = `printf '%s' ${quoteWord(signedText)} |\n  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r`;
  return variant === 'sha256' ? `${command} |\n  sed 's/^/sha256=/'` : command;
}

/** One word for bash. Nothing in single quotes means anything to it, but the quote itself. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The address as the simulator asks for it: escaped, with neither user nor fragment. */
function addressOf(url: string): string {
  if (!isUrl(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}
