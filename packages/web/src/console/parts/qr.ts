import { qrPngs } from '@svc-simulator/qr-png';

/** The QR code of an address, as `data:image/png;base64,…`. */
export function qrOf(url: string): string {
  return qrPngs({ prefix: url, template: '', alphabet: '' })('');
}
