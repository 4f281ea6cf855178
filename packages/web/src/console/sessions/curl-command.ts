import type { WebhookSignatureVariant } from '@svc-simulator/contract';
import { isUrl } from '@svc-simulator/contract';

/** A single argument of a program can be no longer than 128 KiB on Linux. */
const LONGEST_ARGUMENT = 100_000;

/** What a delivery sends. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes are its UTF-8. */
  readonly rawBody: string;
}

/** A command for bash that sends a delivery again byte for byte, with the headers and the signature that it had. */
export function curlCommand({ url, headers, rawBody }: SentRequest): string {
  const short = Buffer.byteLength(rawBody) <= LONGEST_ARGUMENT;
  const lines = [
    // Without --globoff curl takes brackets in an address for a pattern, without --path-as-is it tidies `..` away.
    `curl -i --globoff --path-as-is -X POST ${quoted(addressOf(url))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // Unlike --data, --data-raw sends a text that begins with @ as it is.
    short ? `--data-raw ${quoted(rawBody)}` : '--data-binary @-',
  ];
  const command = lines.join(' \\\n  ');
  return short ? command : `printf '%s' ${quoted(rawBody)} |\n  ${command}`;
}

/**
 * A command for bash that computes a webhook's signature with the secret that is in `$WEBHOOK_SECRET`: `signedText` is
 * what is signed.
 */
export function signatureCommand(signedText: string, variant: WebhookSignatureVariant): string {
  const command = `printf '%s' ${quoted(signedText)} |\n  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r`;
  return variant === 'sha256' ? `${command} |\n  sed 's/^/sha256=/'` : command;
}

/** One word for bash. Nothing in single quotes means anything to it, but the quote itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The address as the simulator asks for it: escaped, with neither user nor fragment. */
function addressOf(url: string): string {
  if (!isUrl(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}
