function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return hasMembers(value) && !Array.isArray(value);
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return hasMembers(value) ? value : {};
}

export function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  const unknownValues: readonly unknown[] = values;
  return unknownValues.includes(value);
}

export function isNameOf<T extends object>(object: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(object, name);
}

/** Returns typed names, which is only safe if the object has no members other than those of its type. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

export function fromNames<N extends string, V>(names: readonly N[], toValue: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<N, V>;
}

export function mapValues<T extends object, V>(
  object: T,
  convert: (value: T[keyof T & string], name: keyof T & string) => V,
): Record<keyof T & string, V> {
  return fromNames(namesOf(object), (name) => convert(object[name], name));
}

export function withoutUndefined<T extends object>(object: T): { [N in keyof T]?: Exclude<T[N], undefined> };
export function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Converts the names of an object to those of the API: `deliveryId` becomes `delivery_id`. */
export function toSnakeCase(object: object): Record<string, unknown> {
  const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [wireName(name), value]));
}
