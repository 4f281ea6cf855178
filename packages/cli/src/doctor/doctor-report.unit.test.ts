import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { styleFor } from '../rendering/report.ts';
import { doctorReport, doctorSuite, reportLines } from './doctor.ts';

const passedCheck = { outcome: 'passed' } as const;
const ill = {
  outcome: 'failed',
  code: 'duplicate',
  why: () => 'The receiver responded with 409: the sender will go on repeating it.',
  fix: (t: Texts) => t('examination.check.duplicate.fix'),
} as const;

describe('a report', () => {
  const results = [
    { id: 'genuine_webhook', verdict: passedCheck, durationMs: 5 },
    { id: 'duplicate', verdict: ill, durationMs: 6 },
    { id: 'broken_body', verdict: { outcome: 'skipped', because: () => 'for that' }, durationMs: 0 },
  ] as const;
  const reportIn = (language: 'es' | 'en', url = 'http://r.invalid/') =>
    doctorReport({ url, simulator: null }, results, language);

  it('has a line for each check with its reason and its fix, and a summary', () => {
    expect(
      reportLines(reportIn('en'), 'en', styleFor({ isTerminal: false }, { t: inEnglish, env: {} })),
    ).toEqual([
      'passed  genuine_webhook  accepts a valid webhook',
      'failed  duplicate        accepts a webhook that it already received',
      '  The receiver responded with 409: the sender will go on repeating it.',
      '  If you already received the idempotency-key, respond with 200 without processing the webhook again.',
      'skipped  1 check: for that',
      '',
      '1 of 3 checks failed, 1 skipped  http://r.invalid/',
    ]);
    const spanish = reportLines(
      reportIn('es'),
      'es',
      styleFor({ isTerminal: false }, { t: inEnglish, env: {} }),
    );
    expect(spanish.at(-1)).toBe('1 de 3 comprobaciones falla; omitidas: 1  http://r.invalid/');
  });

  it('prints the note of a check that passed', () => {
    const note = { code: 'html_page', why: () => 'a page answered', fix: () => 'check the path' };
    const results = [{ id: 'genuine_webhook', verdict: { outcome: 'passed', note }, durationMs: 1 }] as const;
    const report = doctorReport({ url: 'http://r.invalid/', simulator: null }, results, 'en');
    const lines = reportLines(report, 'en', styleFor({ isTerminal: false }, { t: inEnglish, env: {} }));
    expect(lines.slice(0, 3)).toEqual([
      'passed  genuine_webhook  accepts a valid webhook',
      '  a page answered',
      '  check the path',
    ]);
    expect(doctorSuite(report).cases[0]?.failure).toBeNull();
  });

  it('joins checks that were skipped for the same reason into one line', () => {
    const skipped = ['raw_bytes', 'header_case', 'duplicate'].map((id) => ({ ...results[2], id }) as const);
    const report = doctorReport(
      { url: 'http://r.invalid/', simulator: null },
      [results[1], ...skipped] as never,
      'en',
    );
    const lines = reportLines(report, 'en', styleFor({ isTerminal: false }, { t: inEnglish, env: {} }));
    expect(lines.filter((line) => line.includes('for that'))).toEqual(['skipped  3 checks: for that']);
    expect(lines.join()).not.toContain('raw_bytes');
  });

  it('escapes control characters of URLs', () => {
    const lines = reportLines(
      reportIn('en', 'http://x/\u001b[31m'),
      'en',
      styleFor({ isTerminal: false }, { t: inEnglish, env: {} }),
    );
    expect(lines.join('')).not.toContain('\u001b');
  });

  it('is converted into a JUnit suite with a case for each check', () => {
    expect(doctorSuite(reportIn('en')).cases).toEqual([
      { name: 'genuine_webhook: accepts a valid webhook', durationMs: 5, failure: null },
      {
        name: 'duplicate: accepts a webhook that it already received',
        durationMs: 6,
        failure: {
          message: 'The receiver responded with 409: the sender will go on repeating it.',
          details:
            'If you already received the idempotency-key, respond with 200 without processing the webhook again.',
        },
      },
      {
        name: 'broken_body: survives invalid JSON from a stranger',
        durationMs: 0,
        failure: null,
        skipped: 'for that',
      },
    ]);
  });
});
