/**
 * Preloaded into a program: on SIGUSR2, shifts `Date` by the milliseconds in the file that `SHIFTED_DATE`
 * names, as if the machine's clock were set.
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
