import { describe, expect, it } from 'vitest';
import { detectTool, toolAgents } from './made-by.ts';

describe('detectTool', () => {
  it("recognizes our tools by their user agent, and our pages by a header that pages elsewhere can't set", () => {
    expect(detectTool({ 'user-agent': toolAgents.tool })).toBe('tool');
    expect(detectTool({ 'user-agent': toolAgents.examination })).toBe('examination');
    expect(detectTool({ 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' })).toBe('tool');
  });

  it.each([
    {},
    { 'user-agent': 'node' },
    { 'user-agent': 'curl/8.1 svc-sim-tool' },
    { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('treats the user agent %j as a program', (headers) => {
    expect(detectTool(headers)).toBeUndefined();
  });
});
