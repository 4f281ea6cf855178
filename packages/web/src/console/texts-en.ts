import type { Texts } from './texts-es.ts';

/** What the console's pages share, in English. */
export const english: Texts = {
  frame: {
    live: 'Live',
    notLive: 'Not connected',
    logOut: 'Log out',
    skip: 'Skip to the content',
    navigation: 'Parts of the console',
    reference: 'Documentation',
  },
  clock: {
    stands: 'The clock of this account stands still at',
    meaning: 'What is due later does not come: no expiries, accreditations or retries.',
    how: 'Let it go on with',
    notBefore: 'the clock stands still: it does not come until that goes on',
  },
  areas: {
    overview: 'Overview',
    sessions: 'Sessions',
    trace: 'Trace',
    practices: 'Practices',
    classes: 'Class',
    terminals: 'Terminals',
    keys: 'Keys',
    receivers: 'Receivers',
    settings: 'Settings',
  },
  notices: {
    registered: 'Your account is ready.',
    class_created: 'The class is ready. Hand out its code.',
    class_joined: 'You have joined the class.',
    class_left: 'You are in no class any more.',
    token_revoked: 'Token revoked: it opens nothing any more.',
    password_changed: 'Password changed. Other browsers have to log in again.',
    class_changed: 'Class changed.',
    trainee_removed: 'No longer in the class.',
    settings_saved: 'Settings saved.',
    merchant_made: 'Your merchant is ready.',
    terminal_unlinked: 'Terminal unlinked.',
    cancellation_asked: 'Cancellation asked for.',
    outcome_paid: 'The session is paid. The accreditation does not come by itself: force it when you like.',
    outcome_failed: 'The session has failed. Nobody gets a webhook of that.',
    outcome_expired: 'The session has expired. Nobody gets a webhook of that.',
    outcome_accredited: 'The money is accredited.',
    outcome_accreditation_to_recipient_failed: 'The accreditation has failed; the session stays paid.',
    resent: 'The webhook goes out again, with the same idempotency-key and a new signature.',
    sent_as_new: 'The webhook goes out again, as a new one: with another idempotency-key.',
    probe_answered: 'The receiver answered the probe; its verdict is in the list.',
    probe_sent: 'The probe is on its way; its verdict will be in the list.',
  },
  kit: {
    copy: { label: 'Copy', done: 'Copied' },
    pager: { label: 'Pages', first: 'First page', next: 'Next' },
  },
  errors: {
    403: {
      title: 'This request comes from another site',
      text: 'The console takes changes from its own pages only. Nothing was changed.',
      back: 'Go to the console',
    },
    404: {
      title: 'There is nothing here',
      text: 'This page does not exist in your account, or its data are gone (they are kept for 14 days).',
      back: 'Go to the overview',
    },
    500: {
      title: 'The simulator could not show this page',
      text: 'Its log says why. Nothing was lost.',
      back: 'Go to the overview',
    },
    503: {
      title: 'The simulator cannot store anything',
      text: 'Is the disk full, or the database away? Look whether it was done before you try again.',
      back: 'Go to the overview',
    },
  },
};
