/**
 * Preloaded into a program, it moves its `Date` and nothing else when SIGUSR2 comes: by the milliseconds in the file that
 * `SHIFTED_DATE` names, as a machine's clock is set.
 */
import { readFileSync } from 'node:fs';

const MachineDate = Date;
let shiftMs = 0;

globalThis.Date = class extends MachineDate {
  constructor(...args) {
    if (args.length === 0) super(MachineDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return MachineDate.now() + shiftMs;
  }
};

process.on('SIGUSR2', () => {
  shiftMs = Number(readFileSync(process.env.SHIFTED_DATE, 'utf8'));
});
