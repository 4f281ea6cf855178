import { type advanceClock, faultsOf, type setClock } from '@svc-simulator/contract';
import { CommandError } from './failures.ts';
import { plain } from './rendering/text.ts';

/** What the simulator would refuse of a time or a duration is wrong usage here. @throws CommandError */
export function assertBody(
  { body }: typeof setClock | typeof advanceClock,
  value: unknown,
  typed: string,
): void {
  const parsed = body().safeParse(value);
  if (parsed.success) return;
  const [fault] = faultsOf(parsed.error);
  throw new CommandError('usage', `${plain(typed)} ${fault?.detail}`);
}
