import { type Result, type Router, UnsupportedPathError } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * hono's router of regular expressions, which looks fixed paths up, and its trie for the few paths that cannot stand beside
 * others there (`/{id}/status` beside `/status/{id}`); hono by itself takes the slower trie for all of them then. A handler of
 * many paths (`/console/*`) sees only those that the first router takes.
 */
export class PathRouter<T> implements Router<T> {
  readonly name = 'PathRouter';
  readonly #expressions = new RegExpRouter<T>();
  readonly #trie = new TrieRouter<T>();

  add(method: string, path: string, handler: T): void {
    try {
      this.#expressions.add(method, path, handler);
    } catch (error) {
      if (!(error instanceof UnsupportedPathError)) throw error;
      this.#trie.add(method, path, handler);
    }
  }

  match(method: string, path: string): Result<T> {
    const found = this.#expressions.match(method, path);
    return found[0].length > 0 ? found : this.#trie.match(method, path);
  }
}
