import { type Chapter, decided } from './difference.ts';

/** Classes: a trainer's view of who has done which practice. */
export const classes: Chapter = [
  decided(null, {
    surfaces: 'Classes exist in the simulator only; each operation of them takes the console token.',
  }),
  decided('joinClass', {
    'join-code':
      'A join code has 8 characters out of A-Z and 2-9 without I and O; case, blanks and hyphens do not matter.',
    'one-class':
      'An account is in at most one class: joining another moves it, joining its own class again changes nothing, and an owner may join too.',
  }),
  decided(null, {
    'nothing-to-show':
      'A class of another account is the same 404 as one that does not exist, and so is an unknown code or no class at all.',
  }),
  decided('getClassProgress', {
    'who-sees-what':
      'The owner sees names and progress of the trainees, never their account ids, tokens, secrets or payloads; a trainee sees the title and nobody else.',
    stuck:
      'A trainee is stuck on the first practice that is not done, since it last completed one or joined, whichever is later.',
    csv: 'With `Accept: text/csv` the progress is a table (RFC 4180); a name that a spreadsheet would take for a formula has an apostrophe before it.',
    live: 'With `Accept: text/event-stream` the board comes first (`board`), then each trainee that changes (`row`) or leaves (`left`).',
  }),
  decided('updateClass', {
    closed:
      'A closed class keeps its trainees and their board; its code is the same as an unknown one until it is opened again.',
  }),
  decided('removeTrainee', {
    removal:
      'A trainee that is taken out keeps account and progress, and may join again as long as the class is open; a new join code keeps it out.',
  }),
  decided('resetTraineePassword', {
    'password-reset':
      'A trainer can give each trainee of the class a one-time password, which replaces the former one and logs the trainee’s browsers out; tokens stay, and the trainee’s trace tells of it. Whoever joins a class trusts its trainer with that. Not for the demo account (409).',
  }),
  decided(null, {
    lasting:
      'A reset takes the progress of an account and leaves its classes and memberships; nothing sweeps a class.',
  }),
];
