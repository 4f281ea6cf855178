import {
  accept,
  type EncodingFault,
  encodingFaultOf,
  type Outcome,
  type Refused,
  utf8TextOf,
} from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { malformed, unsupportedMedia } from './http-refusals.ts';

/**
 * Decodes a body: 415 if it declares a charset other than UTF-8, 400 if it isn't valid UTF-8 (contract
 * section 11, Bytes).
 */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): Outcome<string> {
  const charset = otherCharset(contentType);
  if (charset !== undefined) return unsupportedMedia(message('problem.body.charset', { charset }));
  const text = utf8TextOf(bytes);
  return text === null ? notUtf8(encodingFaultOf(bytes)) : accept(text);
}

/**
 * Returns the fields of a posted form in either encoding; files become their text. 415 for other content
 * types.
 */
export async function formIn(bytes: Uint8Array, contentType = ''): Promise<Outcome<URLSearchParams>> {
  const isMultipart = /^multipart\/form-data\b/i.test(contentType);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) return noForm;
  const text = bodyText(bytes, contentType);
  if (!text.ok) return text;
  if (isMultipart) return multipartIn(bytes, contentType);
  const offset = badEscapeIn(text.value);
  if (offset === undefined) return accept(new URLSearchParams(text.value));
  const markBytes = bytes.length - Buffer.byteLength(text.value);
  return notUtf8({ offset: markBytes + offset, isUtf16: false });
}

async function multipartIn(bytes: Uint8Array, contentType: string): Promise<Outcome<URLSearchParams>> {
  const form = new URLSearchParams();
  try {
    const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
    for (const [name, value] of await body.formData())
      form.append(name, typeof value === 'string' ? value : await value.text());
  } catch {
    return noForm;
  }
  return accept(form);
}

/** Finds percent-encoded bytes that aren't UTF-8, which `URLSearchParams` would replace with U+FFFD. */
function badEscapeIn(text: string): number | undefined {
  for (const { 0: escapes, index } of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
    if (utf8TextOf(bytes) === null)
      return Buffer.byteLength(text.slice(0, index)) + 3 * encodingFaultOf(bytes).offset;
  }
  return undefined;
}

/** UTF-8 labels that senders use, including the WHATWG label `utf8` (contract section 13, Charset). */
const UTF8 = /^utf-?8$/i;

function otherCharset(contentType: string | undefined): string | undefined {
  if (!contentType?.includes(';')) return undefined;
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/gi)];
  return charsets.map(([, quoted, bare = '']) => quoted ?? bare).find((name) => !UTF8.test(name));
}

function notUtf8({ offset, isUtf16 }: EncodingFault): Refused {
  return malformed(
    'problem.title.malformed_text',
    message(isUtf16 ? 'problem.body.utf16' : 'problem.body.not_utf8', { offset }),
  );
}

const noForm = unsupportedMedia(message('problem.body.no_form'));
