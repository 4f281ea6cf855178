import { main as run } from './main.ts';
import { runRelay } from './run-relay.ts';

/** Entry of the bundle for `bin/relay.js`. */
export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'relay', runRelay);
}
