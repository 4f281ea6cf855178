import { describe, expect, it } from 'vitest';
import { pixelsOf, pixelsOfModules } from '../test/strict-reader.ts';
import { OneBitPng } from './one-bit-png.ts';

describe('OneBitPng', () => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))('draws QR codes of version %d', (version) => {
    const size = 17 + 4 * version;
    const png = new OneBitPng(size);
    const mixed = (y: number, x: number) => (x * x + 31 * y * y + x * y) % 7 < 3;
    const uniform = version % 13 === 1 ? [() => true, () => false] : [];
    for (const dark of [mixed, ...uniform]) {
      const modules = Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (_, x) => dark(y, x)),
      );
      png.draw(modules);
      expect(pixelsOf(png.dataUri())).toEqual(pixelsOfModules(modules));
    }
  });

  it('draws the XOR of three pictures as a picture', () => {
    const png = new OneBitPng(21);
    const pictures = [3, 5, 7].map((n) =>
      Array.from({ length: 21 }, (_, y) => Array.from({ length: 21 }, (_, x) => (x + 2 * y) % n === 0)),
    );
    const words = pictures.map((modules) => {
      png.draw(modules);
      return png.words.slice();
    });
    png.words.forEach((_, i) => {
      png.words[i] = words.reduce((sum, pictureWords) => sum ^ (pictureWords[i] as bigint), 0n);
    });
    const sum = Array.from({ length: 21 }, (_, y) =>
      Array.from({ length: 21 }, (_, x) => pictures.filter((modules) => modules[y]?.[x]).length % 2 === 1),
    );
    expect(pixelsOf(png.dataUri())).toEqual(pixelsOfModules(sum));
  });
});
