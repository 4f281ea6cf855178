import { readdirSync, readFileSync } from 'node:fs';
import { find, tagsOf } from '@svc-simulator/test-support/markup-reader.ts';
import { describe, expect, it } from 'vitest';
import { renderTerminalPage } from './terminal.tsx';

const page = renderTerminalPage('es');
const tags = tagsOf(page);

describe('renderTerminalPage', () => {
  it('shows no screen until the script has chosen one', () => {
    const screens = find(page, 'form').filter(({ attributes }) => 'data-screen' in attributes);
    expect(screens.map(({ attributes }) => attributes['data-screen'])).toEqual([
      'pairing',
      'idle',
      'payment',
      'uncertain',
      'void',
      'result',
      'batch',
      'refused',
    ]);
    expect(screens.filter(({ attributes }) => !('hidden' in attributes))).toEqual([]);
    expect(page).toMatch(/<noscript>.*JavaScript/s);
  });

  it('offers every currency of the contract for a settlement', () => {
    for (const currency of ['USD', 'EUR', 'COP', 'USDT', 'VES']) {
      expect(find(page, 'option', { value: currency })).toHaveLength(1);
    }
  });

  it('contains no handler, style or URL that its policy forbids', () => {
    for (const { name, attributes } of tags) {
      expect(Object.keys(attributes).filter((key) => /^(on|style$|src$|srcset$)/.test(key))).toEqual([]);
      if (name === 'link') expect(attributes.href).toMatch(/^data:/);
      if (name === 'form') expect(attributes).not.toHaveProperty('action');
    }
  });
});

describe('the script', () => {
  const client = new URL('client/', import.meta.url);
  const source = readdirSync(client)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, client), 'utf8'))
    .join();

  it('finds on the page every text, slot and action that it uses', () => {
    const attribute = find(page, 'div', { class: 'desk' })[0]?.attributes['data-texts'] ?? '';
    const texts = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
    const textNames = [...source.matchAll(/\bscriptTexts\.(\w+)/g)].map(([, name]) => name ?? '');
    expect(new Set(textNames)).toEqual(new Set(Object.keys(texts)));

    const slots = new Set(tags.flatMap(({ attributes }) => attributes['data-slot'] ?? []));
    const slotNames = [...source.matchAll(/\b(?:slot|writeSlot)\('(\w+)'/g)].map(([, name]) => name ?? '');
    expect(slotNames.filter((name) => !slots.has(name))).toEqual([]);

    const actions = tags.flatMap(({ attributes }) => attributes['data-action'] ?? []);
    expect(new Set(actions)).toEqual(new Set(['decline', 'postpone', 'open-batch', 'home', 'forget']));
  });
});
