/** The value at a path such as `session_payment.amount_reference` or `receiver_credits.0.status`; undefined where none is. */
export function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      root,
    );
}
