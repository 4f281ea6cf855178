/** Whether a value has members: an object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is what JSON calls an object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return hasMembers(value) && !Array.isArray(value);
}

/** The members of a value that may be anything. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return hasMembers(value) ? value : {};
}

/** Whether a list of known values has this one. */
export function isOneOf<T>(known: readonly T[], value: unknown): value is T {
  const all: readonly unknown[] = known;
  return all.includes(value);
}

/** Whether an object has a member of its own of this name. */
export function isNameOf<T extends object>(object: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(object, name);
}

/** The names of an object that has no others than its type says. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

/** An object with these names, and what `made` makes of each. */
export function fromNames<N extends string, V>(names: readonly N[], made: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, made(name)])) as Record<N, V>;
}

/** An object with the same names, and what `made` makes of each value. */
export function mapValues<T extends object, V>(
  object: T,
  made: (value: T[keyof T & string], name: keyof T & string) => V,
): Record<keyof T & string, V> {
  return fromNames(namesOf(object), (name) => made(object[name], name));
}

/** The members of an object that have a value, for where undefined is none. */
export function defined<T extends object>(object: T): { [N in keyof T]?: Exclude<T[N], undefined> };
export function defined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** An object with its names as they are on the wire: `deliveryId` is `delivery_id`. */
export function snakeCased(object: object): Record<string, unknown> {
  const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [wireName(name), value]));
}
