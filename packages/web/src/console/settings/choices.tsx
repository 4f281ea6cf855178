import { AlertIcon } from '../../kit/icons.tsx';

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  /** The value of the option that is chosen; any other text: none. */
  readonly chosen: string;
  readonly fault: string | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly text: string;
  }[];
}

/** One out of a few, each with what it means. The value stands there as the API writes it. */
export function Choices({ name, label, chosen, fault, options }: ChoicesProps) {
  return (
    <fieldset class="choices" aria-describedby={fault && `${name}-fault`}>
      <legend>{label}</legend>
      {options.map(({ value, title, text }) => (
        <label class="choice">
          <input type="radio" name={name} value={value} checked={value === chosen} />
          <span class="choice-words">
            <span class="choice-title">
              {title} <code>{value}</code>
            </span>
            <span class="hint">{text}</span>
          </span>
        </label>
      ))}
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <AlertIcon />
          <span>{fault}</span>
        </p>
      )}
    </fieldset>
  );
}
