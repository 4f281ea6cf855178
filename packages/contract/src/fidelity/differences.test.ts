import fidelity from 'texts:fidelity';
import { describe, expect, it } from 'vitest';
import { documentTexts } from '../openapi/english.ts';
import { operations } from '../operations.ts';
import { differences } from './differences.ts';

const all = differences(documentTexts('en'));
const spanish = differences(documentTexts('es'));

/** Returns the parts between backticks, which are the same in every language. */
const codes = (sentence: string) => (sentence.match(/`[^`]+`/g) ?? []).sort().join();

describe('the list of differences from production', () => {
  it('has unique ids, with one sentence each', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ id }) => !/^[a-z0-9-]+\.[a-zA-Z0-9.-]+$/.test(id))).toEqual([]);
    expect(all.filter(({ summary }) => !/^[A-Z`0-9].*\.$/.test(summary))).toEqual([]);
  });

  it('has the same differences with the same names in Spanish, each with a translated sentence', () => {
    expect(spanish.map(({ summary, ...same }) => same)).toEqual(all.map(({ summary, ...same }) => same));
    const strange = spanish.filter(({ summary }, at) => {
      const english = all[at]?.summary ?? '';
      return (
        summary === english || !/^[A-ZÁÉÍÓÚÑ`0-9].*\.$/.test(summary) || codes(summary) !== codes(english)
      );
    });
    expect(strange).toEqual([]);
  });

  it('uses every sentence of the text catalog', () => {
    const ids = new Set(
      all.map(({ id }) => id.replace(/^settings\..*/, (name) => name.replaceAll('-', '_'))),
    );
    const catalogIds = Object.keys(fidelity.en).map((key) => key.replace('fidelity.', ''));
    expect(catalogIds.filter((id) => !ids.has(id))).toEqual([
      'older.path',
      'older.value',
      'operations.alias',
      'operations.path.decided',
      'operations.path.field',
      'sessions.refused-name',
    ]);
  });

  it("names every operation and alias that isn't in the specification", () => {
    for (const { method, path, provenance } of operations.filter((one) => one.provenance !== 'spec')) {
      const differencesOfOperation = all.filter((one) => one.operation === `${method} ${path}`);
      expect(
        differencesOfOperation.map((one) => one.provenance),
        path,
      ).toContain(provenance);
    }
    expect(all).toContainEqual({
      id: 'operations.getSessionStatus.alias-1',
      provenance: 'field',
      operation: 'GET /api/v1/ext/payment-sessions/status/{session_id}',
      summary: 'This operation is also available at /api/v1/ext/payment-sessions/{session_id}/status.',
    });
  });
});
