/** Returns true for an object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns true for a JSON object, which is neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return hasMembers(value) && !Array.isArray(value);
}

/** Returns the members of any value; none if it isn't an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return hasMembers(value) ? value : {};
}

export function isOneOf<T>(known: readonly T[], value: unknown): value is T {
  const all: readonly unknown[] = known;
  return all.includes(value);
}

/** Returns true if an object has an own member of this name. */
export function isNameOf<T extends object>(object: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(object, name);
}

/** Returns the names of an object that has only the members of its type. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

export function fromNames<N extends string, V>(names: readonly N[], made: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, made(name)])) as Record<N, V>;
}

export function mapValues<T extends object, V>(
  object: T,
  made: (value: T[keyof T & string], name: keyof T & string) => V,
): Record<keyof T & string, V> {
  return fromNames(namesOf(object), (name) => made(object[name], name));
}

export function defined<T extends object>(object: T): { [N in keyof T]?: Exclude<T[N], undefined> };
export function defined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Converts the names of an object to their wire form: `deliveryId` becomes `delivery_id`. */
export function snakeCased(object: object): Record<string, unknown> {
  const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [wireName(name), value]));
}
