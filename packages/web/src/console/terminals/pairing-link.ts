import { qrOf } from '../parts/qr.ts';

/** A longer address would make a code that no phone reads from a screen. */
const QR_CHARACTERS = 400;

export interface PairingLink {
  readonly url: string;
  /** The same as `data:image/png;base64,…`; null for a serial that is too long. */
  readonly qr: string | null;
}

/**
 * The address that opens the virtual terminal and pairs it. Serial and code stand behind the `#`: a browser sends that to
 * nobody, so that no log of a proxy has them.
 */
export function pairingLink(publicUrl: string, serial: string, code: string): PairingLink {
  const url = `${publicUrl}/terminal#${new URLSearchParams({ serial, code })}`;
  return { url, qr: url.length > QR_CHARACTERS ? null : qrOf(url) };
}
