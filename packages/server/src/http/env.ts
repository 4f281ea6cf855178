import type { HttpBindings } from '@hono/node-server';

/** hono's environment of the simulator's app. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    /** Of what is no operation of the API, and of operations beside pages. */
    requestId?: string;
  };
}
