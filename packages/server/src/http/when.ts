/** A value, or the promise of it. */
export type Eventual<T> = T | Promise<T>;

/** What `use` makes of a value: at once where it is there, since a promise for nothing costs more than most of what a request does. */
export function when<T, U>(value: Eventual<T>, use: (value: T) => Eventual<U>): Eventual<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
