import { describe, expect, it } from 'vitest';
import { toolAgents, toolOf } from './made-by.ts';

describe('toolOf', () => {
  it('recognizes our tools by their user agent, and our pages by a header that no page can set', () => {
    expect(toolOf({ 'user-agent': toolAgents.tool })).toBe('tool');
    expect(toolOf({ 'user-agent': toolAgents.examination })).toBe('examination');
    expect(toolOf({ 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' })).toBe('tool');
  });

  it.each([
    {},
    { 'user-agent': 'node' },
    { 'user-agent': 'curl/8.1 svc-sim-tool' },
    { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('treats %j as a program', (headers) => {
    expect(toolOf(headers)).toBeUndefined();
  });
});
