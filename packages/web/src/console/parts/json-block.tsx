import { prettyJson } from '@svc-simulator/contract';
import { CopyButton, t } from '../../kit/parts.tsx';
import { CodeBlock } from './parts.tsx';

/** Lists and objects with more members are folded at first. */
const MAX_OPEN_MEMBERS = 20;

/** The tree of a longer text would have too many elements. */
const MAX_TREE_CHARACTERS = 50_000;

/** In the tree of JSON, a click copies a path or a value. Any other text is shown unchanged. */
export function JsonBlock({ text, objectName }: Readonly<{ text: string; objectName: string }>) {
  const value = parseObject(text);
  if (!value) return <CodeBlock text={prettyJson(text)} objectName={objectName} />;
  return (
    <div class="code-block">
      <section
        class="code json"
        translate="no"
        tabindex={0}
        aria-label={objectName}
        data-copied={t('kit.copy.done')}
      >
        <JsonValue value={value} path="" />
      </section>
      <CopyButton text={prettyJson(text)} objectName={objectName} />
    </div>
  );
}

function parseObject(text: string): object | undefined {
  if (text.length > MAX_TREE_CHARACTERS) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function JsonValue({ value, path, name }: Readonly<{ value: unknown; path: string; name?: string }>) {
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
    <details open={members.length <= MAX_OPEN_MEMBERS}>
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
