export function errorCode(error: unknown): string | undefined {
  // Doesn't use `instanceof Error`, because it fails in Jest: there, errors of Node's modules belong to
  // another realm.
  const { code } = partsOf(error);
  return typeof code === 'string' ? code : undefined;
}

/** Returns the message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  const { message } = partsOf(error);
  return typeof message === 'string' ? message : String(error);
}

function partsOf(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
