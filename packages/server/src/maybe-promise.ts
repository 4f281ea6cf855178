export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value: at once when it is there, otherwise when it comes. An answer for which nobody had to wait goes out in
 * the turn of its request, which spares the server a good part of its work; the embedded store answers at once.
 */
export function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
