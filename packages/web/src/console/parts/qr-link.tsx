import { qrPngs } from '@svc-simulator/qr-png';
import type { Child } from 'hono/jsx';
import { CodeBlock } from './parts.tsx';

/** A longer URL makes a QR code that phones can't read from a screen. */
const MAX_QR_CHARACTERS = 400;

export function QrLink({
  url,
  objectName,
  scan,
  hint = scan,
  children,
}: Readonly<{ url: string; objectName: string; scan: string; hint?: string; children?: Child }>) {
  const code =
    url.length > MAX_QR_CHARACTERS ? null : qrPngs({ prefix: url, template: '', alphabet: '' })('');
  return (
    <div class={code ? 'box good made' : undefined}>
      {code && <img src={code} alt={scan} width="148" height="148" />}
      <div class="stack">
        {children}
        <CodeBlock text={url} objectName={objectName} />
        <p class="soft small">{hint}</p>
      </div>
    </div>
  );
}
