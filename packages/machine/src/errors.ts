/** The code of a system's or a library's error (`ENOENT`, `EADDRINUSE`, …), where it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: within Jest the errors of Node's own modules are of another realm.
  const { code } = partsOf(error);
  return typeof code === 'string' ? code : undefined;
}

/** What an error says; of anything else that was thrown, its text. */
export function messageOf(error: unknown): string {
  const { message } = partsOf(error);
  return typeof message === 'string' ? message : String(error);
}

function partsOf(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
