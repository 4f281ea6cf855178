import { english } from '@svc-simulator/test-support/english.ts';
import { describe, expect, it } from 'vitest';
import { helpPages, helpTexts } from '../test/help-texts.ts';

const same: ReadonlySet<string> = new Set(['.sim', 'USD', 'PENDING', 'text', '$HOME/.sim', '5000']);

describe('the help in Spanish', () => {
  it('contains no English word in the list of commands', async () => {
    const [originals, own] = [await helpTexts('en'), await helpTexts('es')];
    expect(own).toHaveLength(originals.length);
    expect(originals.filter((text, at) => text === own[at] && !same.has(text))).toEqual([]);
  });

  it('contains no English word on its pages', async () => {
    const lines = (await helpPages('es')).flatMap((page) => page.split('\n'));
    expect(lines.length).toBeGreaterThan(900);
    // Argument names are syntax and the same in both languages.
    const prose = lines.map((line) => line.replace(/<\w+>|^ {2}\w+(?= )/g, ''));
    expect(prose.filter((line) => english.test(line))).toEqual([]);
  });
});
