import { describe, expect, it } from 'vitest';
import { DamagedFileError, frame, HEADER_BYTES, jsonFrame, readFrames } from './frames.ts';

const lines = ['first', 'second, SIMf and all', 'third — ñ'];
const frames = lines.map((line) => jsonFrame({ line }));
const file = Buffer.concat(frames);
const read = (bytes: Buffer) => {
  const { payloads, end, torn } = readFrames('journal-1.bin', bytes);
  return { lines: payloads.map((payload) => JSON.parse(payload.toString()).line as string), end, torn };
};

describe('frames', () => {
  it('come back as they were written', () => {
    expect(read(file)).toEqual({ lines, end: file.length, torn: false });
    expect(read(Buffer.alloc(0))).toEqual({ lines: [], end: 0, torn: false });
    const filled = frame(3, (payload) => payload.write('abc'));
    expect(readFrames('x', filled).payloads.map(String)).toEqual(['abc']);
  });

  it('are cut back to the last whole one wherever the file ends', () => {
    const [first, second] = frames as [Buffer, Buffer, Buffer];
    const ends = [0, first.length, first.length + second.length, file.length];
    for (let length = 0; length <= file.length; length++) {
      const whole = ends.filter((end) => end <= length).length - 1;
      expect(read(file.subarray(0, length)), `${length} bytes`).toEqual({
        lines: lines.slice(0, whole),
        end: ends[whole],
        torn: length !== ends[whole],
      });
    }
  });

  it('are not trusted when any bit of any byte was changed', () => {
    for (let at = 0; at < file.length; at++) {
      for (const bit of [1, 0x80]) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] as number) ^ bit;
        expect(() => read(changed), `byte ${at}`).toThrow(DamagedFileError);
      }
    }
  });

  it('name the file, the place and what follows it', () => {
    const changed = Buffer.from(file);
    const at = (frames[0] as Buffer).length;
    changed[at + HEADER_BYTES + 2] = 0;
    const next = at + (frames[1] as Buffer).length;
    expect(() => read(changed)).toThrow(
      `journal-1.bin is damaged at byte ${at}: the content of a frame was changed, and good data follows from byte ${next} on`,
    );
    expect(() => read(changed)).toThrow(
      'Nothing was changed. Put the file back from a copy, or move its directory away',
    );
  });

  it('take zeros at the end for a write that a power cut kept from the disk', () => {
    expect(read(Buffer.concat([file, Buffer.alloc(5000)]))).toEqual({ lines, end: file.length, torn: true });
    const hollow = Buffer.from(file);
    hollow.fill(0, file.length - 12);
    expect(read(hollow)).toMatchObject({ lines: lines.slice(0, 2), torn: true });
  });

  it('are cut off at a hole in what no later frame says was on the disk, and not trusted at any other', () => {
    const long = 'x'.repeat(2000);
    const holed = Buffer.concat([...frames, jsonFrame({ line: long }), jsonFrame({ line: 'later' })]);
    // A disk that had not written one of its sectors when the power went.
    holed.fill(0, 512, 1024);
    const safe = (bytes: number) => readFrames('journal-1.bin', holed, () => bytes);
    expect(safe(file.length)).toMatchObject({ end: file.length, torn: true });
    expect(() => safe(file.length + 1)).toThrow(`journal-1.bin is damaged at byte ${file.length}`);
  });

  it('are not cut off where something else was appended', () => {
    expect(() => read(Buffer.concat([file, Buffer.from('null')]))).toThrow(DamagedFileError);
    expect(() => read(Buffer.from('null'))).toThrow(DamagedFileError);
    expect(() => read(Buffer.from('{"sessions":[]}\n'))).toThrow(DamagedFileError);
  });
});
