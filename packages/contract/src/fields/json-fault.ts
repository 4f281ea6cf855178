import { type Message, message } from '@svc-simulator/texts/message.ts';

type ExpectedToken = 'value' | 'name' | 'colon' | 'comma' | 'digit' | 'quote' | 'character' | 'end';

const TEXT_CHARACTERS = /(?:[ !#-[\]-\u{10ffff}]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const LITERAL = /true|false|null/y;

/**
 * Finds the first syntax error of a JSON text (RFC 8259): line, column and expected token. Returns null if
 * the text is valid up to `maxOffset`. Takes linear time, and the result never quotes the text.
 */
export function jsonFaultOf(text: string, maxOffset = text.length): Message<'fault.json'> | null {
  const fault = faultIn(text, maxOffset);
  if (!fault) return null;
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  return message('fault.json', {
    wanted: fault.expected,
    line,
    column: fault.offset - before.lastIndexOf('\n'),
  });
}

export function notJson(text: string): Message<'start.json.broken'> {
  const { line = 1, column = 1 } = jsonFaultOf(text)?.params ?? {};
  return message('start.json.broken', { line: Number(line), column: Number(column) });
}

function faultIn(
  text: string,
  maxOffset: number,
): { readonly offset: number; readonly expected: ExpectedToken } | null {
  let offset = 0;
  const skipMatch = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match) offset += match[0].length;
    return match !== null && match[0] !== '';
  };
  const takeCharacter = (character: string): boolean => {
    if (text[offset] !== character) return false;
    offset++;
    return true;
  };
  // A loop, because a regular expression takes ten times as long for thousands of spaces.
  const skipSpaces = (): void => {
    while (' \t\n\r'.includes(text[offset] ?? 'end')) offset++;
  };
  const skipDigits = (): boolean => {
    const from = offset;
    for (let code = text.charCodeAt(offset); code >= 48 && code <= 57; code = text.charCodeAt(offset))
      offset++;
    return offset > from;
  };
  const openBrackets: string[] = [];
  let expected = 'value' as ExpectedToken;
  for (;;) {
    skipSpaces();
    if (offset > maxOffset) return null;
    const fault = expected === 'comma' ? readAfterValue() : expected === 'name' ? readMember() : readValue();
    if (fault === 'end' && offset === text.length) return null;
    if (fault) return { offset, expected: fault };
  }

  function readValue(): ExpectedToken | undefined {
    expected = 'comma';
    if (takeCharacter('"')) return readRestOfText();
    if (takeCharacter('{')) {
      openBrackets.push('}');
      skipSpaces();
      if (text[offset] !== '}') expected = 'name';
      return undefined;
    }
    if (takeCharacter('[')) {
      openBrackets.push(']');
      skipSpaces();
      if (text[offset] !== ']') expected = 'value';
      return undefined;
    }
    return 'tfn'.includes(text[offset] ?? 'end') && skipMatch(LITERAL) ? undefined : readNumber();
  }

  function readNumber(): ExpectedToken | undefined {
    const isNegative = takeCharacter('-');
    if (!takeCharacter('0') && !skipDigits()) return isNegative ? 'digit' : 'value';
    if (takeCharacter('.') && !skipDigits()) return 'digit';
    if (!takeCharacter('e') && !takeCharacter('E')) return undefined;
    if (!takeCharacter('+')) takeCharacter('-');
    return skipDigits() ? undefined : 'digit';
  }

  function readRestOfText(): ExpectedToken | undefined {
    skipMatch(TEXT_CHARACTERS);
    if (takeCharacter('"')) return undefined;
    return offset === text.length ? 'quote' : 'character';
  }

  function readMember(): ExpectedToken | undefined {
    if (!takeCharacter('"')) return 'name';
    const fault = readRestOfText();
    if (fault) return fault;
    skipSpaces();
    if (!takeCharacter(':')) return 'colon';
    expected = 'value';
    return undefined;
  }

  function readAfterValue(): ExpectedToken | undefined {
    const closing = openBrackets.at(-1);
    if (closing === undefined) return 'end';
    if (takeCharacter(closing)) openBrackets.pop();
    else if (takeCharacter(',')) expected = closing === '}' ? 'name' : 'value';
    else return 'comma';
    return undefined;
  }
}
