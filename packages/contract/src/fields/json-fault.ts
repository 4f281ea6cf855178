import { type Message, message } from '@svc-simulator/texts/message.ts';

/** The token that is missing where a JSON text breaks. */
type Wanted = 'value' | 'name' | 'colon' | 'comma' | 'digit' | 'quote' | 'character' | 'end';

const PLAIN = /(?:[ !#-[\]-\u{10ffff}]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const WORD = /true|false|null/y;

/**
 * Returns a message with line and column (from 1) of the first fault of a text as JSON (RFC 8259), and the
 * expected token; null for JSON and for faults beyond `farthest`. Takes linear time at any depth and quotes
 * nothing of the text.
 */
export function jsonFaultOf(text: string, farthest = text.length): Message<'fault.json'> | null {
  const found = faultIn(text, farthest);
  if (!found) return null;
  const before = text.slice(0, found.at);
  const line = before.split('\n').length;
  return message('fault.json', { wanted: found.wanted, line, column: found.at - before.lastIndexOf('\n') });
}

/** Returns the same message for an option of the simulator that isn't valid JSON. */
export function notJson(text: string): Message<'start.json.broken'> {
  const { line = 1, column = 1 } = jsonFaultOf(text)?.params ?? {};
  return message('start.json.broken', { line: Number(line), column: Number(column) });
}

function faultIn(text: string, farthest: number): { readonly at: number; readonly wanted: Wanted } | null {
  let at = 0;
  const skip = (form: RegExp): boolean => {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found) at += found[0].length;
    return found !== null && found[0] !== '';
  };
  const takes = (character: string): boolean => {
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  // A text of only these has thousands of each, and a pattern takes ten times as long.
  const spaces = (): void => {
    while (' \t\n\r'.includes(text[at] ?? 'end')) at++;
  };
  const digits = (): boolean => {
    const from = at;
    for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++;
    return at > from;
  };
  const open: string[] = [];
  let wanted = 'value' as Wanted;
  for (;;) {
    spaces();
    if (at > farthest) return null;
    const fault = wanted === 'comma' ? afterValue() : wanted === 'name' ? member() : value();
    if (fault === 'end' && at === text.length) return null;
    if (fault) return { at, wanted: fault };
  }

  function value(): Wanted | undefined {
    wanted = 'comma';
    if (takes('"')) return rest();
    if (takes('{')) {
      open.push('}');
      spaces();
      if (text[at] !== '}') wanted = 'name';
      return undefined;
    }
    if (takes('[')) {
      open.push(']');
      spaces();
      if (text[at] !== ']') wanted = 'value';
      return undefined;
    }
    return 'tfn'.includes(text[at] ?? 'end') && skip(WORD) ? undefined : number();
  }

  function number(): Wanted | undefined {
    const isNegative = takes('-');
    if (!takes('0') && !digits()) return isNegative ? 'digit' : 'value';
    if (takes('.') && !digits()) return 'digit';
    if (!takes('e') && !takes('E')) return undefined;
    if (!takes('+')) takes('-');
    return digits() ? undefined : 'digit';
  }

  function rest(): Wanted | undefined {
    skip(PLAIN);
    if (takes('"')) return undefined;
    return at === text.length ? 'quote' : 'character';
  }

  function member(): Wanted | undefined {
    if (!takes('"')) return 'name';
    const fault = rest();
    if (fault) return fault;
    spaces();
    if (!takes(':')) return 'colon';
    wanted = 'value';
    return undefined;
  }

  function afterValue(): Wanted | undefined {
    const closing = open.at(-1);
    if (closing === undefined) return 'end';
    if (takes(closing)) open.pop();
    else if (takes(',')) wanted = closing === '}' ? 'name' : 'value';
    else return 'comma';
    return undefined;
  }
}
