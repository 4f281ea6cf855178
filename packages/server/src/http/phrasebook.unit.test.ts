import { describe, expect, it } from 'vitest';
import { phrasebook } from './phrasebook.ts';

describe('phrasebook', () => {
  const translate = phrasebook({
    'is required': 'es obligatorio',
    'must be {}, not {}': 'debe ser {t}, no {t}',
    'must be {}': 'debe ser {t}',
    'a text': 'un texto',
    'an integer from {} to {}': 'un entero de {} a {}',
    'no {} in {}': 'en {2} no hay {1t}',
    'has {}': 'tiene {}',
  });

  it.each([
    ['is required', 'es obligatorio'],
    ['must be a text', 'debe ser un texto'],
    ['must be an integer from 1 to 9, not a text', 'debe ser un entero de 1 a 9, no un texto'],
    ['no a text in x', 'en x no hay un texto'],
    ['has {} and {t} and $& and $1', 'tiene {} and {t} and $& and $1'],
    ['has ', 'tiene '],
  ])('%j is %j', (english, spanish) => {
    expect(translate(english)).toBe(spanish);
  });

  it.each(['must be odd', 'must be a text, not odd', 'is required!', 'Has x', '', 'toString', '__proto__'])(
    'has nothing for %j',
    (english) => {
      expect(translate(english)).toBeUndefined();
    },
  );
});
