/** One fault of a request; `pointer` is a JSON Pointer (RFC 6901) into the body. */
export interface Fault {
  readonly detail: string;
  readonly pointer: string;
}

/**
 * Why a call was refused: the inside of a problem (RFC 9457), before it is dressed for the wire. Decisions and
 * services return it as a value; one place in the server turns it into `application/problem+json`.
 */
export interface Refusal {
  /** HTTP status, 400–599. */
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly Fault[];
  /** Extra response headers, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The refused side of an outcome. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** A value or a refusal. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refused;

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal };
}
