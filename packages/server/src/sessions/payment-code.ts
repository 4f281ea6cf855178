import { memoize } from '@svc-simulator/core';
import { qrPngs } from '@svc-simulator/qr-png';

const UUID_TEMPLATE = '00000000-0000-4000-8000-000000000000';

const codesAt = memoize(4, (publicUrl: string) =>
  qrPngs({ prefix: `${publicUrl}/pay/`, template: UUID_TEMPLATE, alphabet: '0123456789abcdef-' }),
);

/** The QR code of a session's payment page, as `data:image/png;base64,…`. */
export function paymentCode(publicUrl: string, sessionId: string): string {
  return codesAt(publicUrl)(sessionId);
}
