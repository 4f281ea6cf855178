/**
 * Caches the latest results of a pure function. At `most` entries the cache is emptied, which bounds its
 * cost.
 */
export function memoize<Key, Answer>(most: number, answer: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = answer(key);
      if (known.size >= most) known.clear();
      known.set(key, found);
    }
    return found;
  };
}
