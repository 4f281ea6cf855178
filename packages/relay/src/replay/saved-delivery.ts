import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, type Outcome, refuse, shortEvent } from '@svc-simulator/contract';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { decodeText, fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** A saved request. Its file is an HTTP message with an absolute URL. */
export interface SavedDelivery {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const CONTENT_LENGTH = 'content-length';

/** Encodes a delivery with `content-length`, so that changes by an editor can be detected. */
export function encodeDelivery({ method, url, headers, body }: SavedDelivery): Buffer {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `${CONTENT_LENGTH}: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

/**
 * Parses the output of `encodeDelivery`. An editor may have changed its line ends or added a byte order mark.
 */
export function parseDelivery(t: Texts, bytes: Buffer): Outcome<SavedDelivery, string> {
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  const head = parseHead(t, bytes.subarray(0, end?.index));
  if (!head.ok) return head;
  const [line = '', ...lines] = head.value.split(/\r?\n/);
  const [, method, url] = /^([A-Z]+) (.+) HTTP\/1\.1$/.exec(line) ?? [];
  if (!end || !method || !url) return refuse(t('relay.replay.no_request_line'));
  const headers: Record<string, string> = {};
  let length: string | undefined;
  for (const line of lines) {
    const [, name, value] = /^([^:\s]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      return refuse(t('relay.replay.no_header', { line: JSON.stringify(line) }));
    if (name.toLowerCase() === CONTENT_LENGTH) length = value;
    else headers[name] = value;
  }
  const body = parseBody(t, bytes.subarray(end.index + end[0].length), length);
  return body.ok ? accept({ method, url, headers, body: body.value }) : body;
}

function parseHead(t: Texts, bytes: Buffer): Outcome<string, string> {
  try {
    return accept(decodeText(bytes));
  } catch (error) {
    return refuse(fileFault(t, error));
  }
}

/**
 * Returns the declared number of bytes, or all bytes if no length is declared. Ignores line ends after the
 * body, which editors add; refuses other changes of the length.
 */
function parseBody(t: Texts, bytes: Buffer, declaredLength: string | undefined): Outcome<Buffer, string> {
  if (declaredLength === undefined) return accept(bytes);
  const body = bytes.subarray(0, Number(declaredLength));
  const isEdited =
    body.length !== Number(declaredLength) || /[^\r\n]/.test(bytes.toString('latin1', body.length));
  return isEdited
    ? refuse(t('relay.replay.wrong_length', { length: bytes.length, said: declaredLength }))
    : accept(body);
}

interface DeliveryName {
  /** Arrival at the relay in ms since the epoch. */
  readonly at: number;
  readonly number: number;
  readonly event: string | null;
  readonly deliveryId: string;
  readonly attempt: number;
}

/** Returns a file name that sorts in the order of arrival. */
export function deliveryFileName({ at, number, event, deliveryId, attempt }: DeliveryName): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, '');
  const paddedNumber = String(number).padStart(6, '0');
  // The event and the id come from the network, so they are sanitized.
  const words = [shortEvent(event ?? 'webhook').slice(0, 60), deliveryId.slice(0, 8)];
  const fileNameParts = words.map((word) => word.replace(/[^\w-]/g, '_'));
  return `${time}-${paddedNumber}-${fileNameParts.join('-')}-${attempt}.http`;
}

/** Writes deliveries to files in the background, one after the other. */
export class DeliveryFolder {
  readonly #t: Texts;
  readonly #folder: string;
  readonly #onProblem: (text: string) => void;
  #writes: Promise<void> = Promise.resolve();
  #hasReported = false;

  /** `onProblem` is called at most once, if a delivery can't be written. */
  constructor(t: Texts, folder: string, onProblem: (text: string) => void) {
    this.#t = t;
    this.#folder = folder;
    this.#onProblem = onProblem;
  }

  /** Creates the directory. Rejects with the system's error. */
  async open(): Promise<void> {
    await makeDirectory(this.#folder);
  }

  save(name: DeliveryName, delivery: SavedDelivery): void {
    const file = join(this.#folder, deliveryFileName(name));
    this.#writes = this.#writes
      .then(() => writeFile(file, encodeDelivery(delivery)))
      .catch((error) => {
        const t = this.#t;
        if (!this.#hasReported)
          this.#onProblem(t('machine.cannot_write', { name: file, code: fileFault(t, error) }));
        this.#hasReported = true;
      });
  }

  async flush(): Promise<void> {
    await this.#writes;
  }
}
