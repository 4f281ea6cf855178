import type { Child } from 'hono/jsx';

/** `long`: of any length, so that it has a line of its own. Without a value it is left out. */
export type Fact = readonly [name: string, value: Child, kind?: 'long' | undefined];

interface FactListProps {
  readonly facts: readonly Fact[];
  /** How they stand: by default one below the other. */
  readonly class?: string;
}

/** What is known of something, each under its name. */
export function FactList({ facts, class: kind }: FactListProps) {
  return (
    <dl class={kind ? `facts ${kind}` : 'facts'}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value, length]) => (
          <div class={length}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
