import { runProcess as run } from './main.ts';
import { runRelay } from './run-relay.ts';

export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'svc-relay', (context) => runRelay(context, 'svc-relay'));
}
