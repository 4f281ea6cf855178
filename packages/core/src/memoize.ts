/**
 * `answer`, which has to answer the same to the same key, with its newest answers remembered. All of them are forgotten when
 * there are `most`, so that they never cost more than that.
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
