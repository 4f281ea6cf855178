import { t } from '../../kit/parts.tsx';
import { CodeBlock } from './parts.tsx';

/** Larger lists start folded. */
const OPEN_MEMBERS = 20;

/** JSON that folds, coloured by kind; names and values copy themselves. Other texts are shown as they are. */
export function JsonBlock({ text, what }: Readonly<{ text: string; what: string }>) {
  const value = parsedObject(text);
  if (!value) return <CodeBlock text={text} what={what} />;
  return (
    <section class="code json" tabindex={0} aria-label={what} data-copied={t('kit.copy.done')}>
      <JsonValue value={value} path="" />
    </section>
  );
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface ValueProps {
  readonly value: unknown;
  readonly path: string;
  readonly name?: string;
}

function JsonValue({ value, path, name }: ValueProps) {
  const label = name !== undefined && (
    <>
      <span class="k" data-path={path}>
        {name}
      </span>
      {': '}
    </>
  );
  const isList = Array.isArray(value);
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0)
    return (
      <>
        {label}
        <span class={`v ${typeof value}`}>{JSON.stringify(value)}</span>
      </>
    );
  return (
    <details open={members.length <= OPEN_MEMBERS}>
      <summary>
        {label}
        {isList ? '[' : '{'}
        <span class="soft"> {members.length} </span>
        {isList ? ']' : '}'}
      </summary>
      <ul>
        {members.map(([key, member]) => (
          <li>
            <JsonValue
              value={member}
              name={key}
              path={isList ? `${path}[${key}]` : `${path && `${path}.`}${key}`}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
