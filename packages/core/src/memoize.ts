/** Caches the results of a pure function, and empties the cache when it has `maxEntries` results. */
export function memoize<Key, Result>(
  maxEntries: number,
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const cache = new Map<Key, Result>();
  return (key) => {
    let result = cache.get(key);
    if (result === undefined) {
      result = compute(key);
      if (cache.size >= maxEntries) cache.clear();
      cache.set(key, result);
    }
    return result;
  };
}
