/** Returns the value of a key, and creates it on first use, like the future `Map.getOrInsertComputed`. */
export function getOrCreate<Key, Value extends {}>(
  map: Map<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = create();
  map.set(key, value);
  return value;
}
