import { type Chapter, decided } from './difference.ts';

/** The account in a file (`GET`/`PUT /control/snapshot`, `sim snapshot`). */
export const snapshots: Chapter = [
  decided('getSnapshot', {
    content:
      'A snapshot has agreements, partners, sessions, deliveries, done practices, settings, clock, script, chaos, the merchant with terminals, transactions and closings, and the trace with its raw bodies. It has no token, password, webhook secret, pairing code or terminal secret, and no kept answers of `Idempotency-Key`s.',
    bare: 'It is answered without the envelope, so that the answer is the file; the same state is the same bytes but for `saved_at` and `now`.',
    moment: 'It shows the account as it was between two commits, however much is written meanwhile.',
    limits:
      'A snapshot has at most 32 MiB, 4 MiB in a hosted simulator; one that would be larger is 422, and can be saved with `?trace=none`: without the trace and what is over of the deliveries. A file may have 100000 records of a kind, 1000 terminals and, for a hosted simulator, 1000 webhooks that are still to be sent.',
  }),
  decided('loadSnapshot', {
    load: 'Loading replaces what the account has, in one commit: all or nothing. Its id, name, tokens, password, webhook secret, class and the merchant’s id, e-mail and password stay, and so does the agreement that a reset gives back.',
    times:
      'Every time is shifted so that it is as long ago, or ahead, as it was; a clock that stood still shows the same time again, one that runs is as far ahead of real time. What was sent is not touched. A later snapshot is shifted back, so that a file stays the same.',
    ids: 'Ids stay. What another account of the simulator has, such as a session, is 409, and nothing is loaded. Trace events are numbered on from the account’s last one, after `control.snapshot`.',
    terminals:
      'A terminal that is linked here keeps its secret; any other one of a snapshot has to be paired again.',
    classes:
      'The practices of an account that is in a class are its own doing: a snapshot neither gives nor takes them. What a snapshot brings elsewhere says `from_file` for ever, and counts for no class and no certificate until it is done here. What its sessions go on to do by themselves does no practice.',
  }),
  decided(null, {
    seed: '`sim start --seed FILE` makes the accounts of a file that are not there yet, in place of the demo account, under their ids and names and with new credentials.',
  }),
];
