import { qrPngs } from '@svc-simulator/qr-png';
import type { Child } from 'hono/jsx';
import { CodeBlock } from './parts.tsx';

/** A longer URL makes a QR code that phones can't read from a screen. */
const QR_CHARACTERS = 400;

interface QrLinkProps {
  readonly url: string;
  readonly what: string;
  readonly scan: string;
  readonly hint?: string;
  readonly children?: Child;
}

/** A URL as a QR code for another device, and as text to copy. */
export function QrLink({ url, what, scan, hint = scan, children }: QrLinkProps) {
  const code = url.length > QR_CHARACTERS ? null : qrPngs({ prefix: url, template: '', alphabet: '' })('');
  return (
    <div class={code ? 'box good made' : undefined}>
      {code && <img src={code} alt={scan} width="148" height="148" />}
      <div class="stack">
        {children}
        <CodeBlock text={url} what={what} />
        <p class="soft small">{hint}</p>
      </div>
    </div>
  );
}
