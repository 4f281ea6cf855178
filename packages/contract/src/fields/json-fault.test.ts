import { describe, expect, it } from 'vitest';
import { jsonFaultOf } from './json-fault.ts';

const faultText = (text: string) => {
  const { wanted, line, column } = jsonFaultOf(text)?.params ?? {};
  return wanted === undefined ? null : `${wanted} ${line}:${column}`;
};

describe('jsonFaultOf', () => {
  it.each([
    ['', 'value 1:1'],
    ['  \n ', 'value 2:2'],
    ['{"a": 1,}', 'name 1:9'],
    ['[1, 2,]', 'value 1:7'],
    ["{'a': 1}", 'name 1:2'],
    ['{"a" 1}', 'colon 1:6'],
    ['{\n  "a": 1\n  "b": 2\n}', 'comma 3:3'],
    ['{"a": 1]', 'comma 1:8'],
    ['{"a": {"b": [1', 'comma 1:15'],
    ['{"a": 1}\n}', 'end 2:1'],
    ['"ñ\u{1F600}', 'quote 1:5'],
    ['"a\nb"', 'character 1:3'],
    ['"\\x"', 'character 1:2'],
    ['"\\u12g4"', 'character 1:2'],
    ['-x', 'digit 1:2'],
    ['[1.]', 'digit 1:4'],
    ['1e+', 'digit 1:4'],
    ['01', 'end 1:2'],
    ['tru', 'value 1:1'],
    ['\uFEFF{}', 'value 1:1'],
  ])('finds the fault of %j at %s', (text, place) => {
    expect(faultText(text)).toBe(place);
  });

  it('accepts exactly the texts that JSON.parse accepts', () => {
    const sound = '{"a": [1, -0.5e+2, "x\\u00e9\\n", null], "b": {"c": true, "": []}}';
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    let brokenCount = 0;
    for (let at = 0; at <= sound.length; at++)
      for (const piece of ['', ',', '"', '}', ']', '{', '[', ':', '0', '.', '-', 'e', '\\', '\t', '\0', 'n'])
        for (const removed of [0, 1]) {
          const text = sound.slice(0, at) + piece + sound.slice(at + removed);
          expect([text, jsonFaultOf(text) === null]).toEqual([text, isJson(text)]);
          if (!isJson(text)) brokenCount++;
        }
    expect(brokenCount).toBeGreaterThan(1000);
  });

  it('handles a million brackets and a long text', () => {
    expect(faultText('['.repeat(1_000_000))).toBe('value 1:1000001');
    expect(faultText(`"${'a\\n'.repeat(1_000_000)}`)).toBe('quote 1:3000002');
  });
});
