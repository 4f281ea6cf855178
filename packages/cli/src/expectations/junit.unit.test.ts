import { expect, it } from 'vitest';
import { junitXml } from './junit.ts';

it('writes a suite with one case', () => {
  const check = { name: 'paid', durationMs: 1234.5, failure: null };
  expect(junitXml({ name: 'sim wait', cases: [check] })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="0" errors="0" skipped="0" time="1.234">
  <testsuite name="sim wait" tests="1" failures="0" errors="0" skipped="0" time="1.234">
    <testcase classname="sim wait" name="paid" time="1.234">
    </testcase>
  </testsuite>
</testsuites>
`);
});

it("escapes special characters of XML, and replaces characters that XML can't contain", () => {
  const failure = { message: `"a" < 'b'\n& c]]>`, details: 'one\ntwo\u0000\u001b[31m\ud800\ufffe 😀' };
  const xml = junitXml({ name: 's', cases: [{ name: 'n', durationMs: 0, failure }] });
  expect(xml).toContain(
    '<failure message="&quot;a&quot; &lt; &apos;b&apos;&#10;&amp; c]]&gt;">one\ntwo\ufffd\ufffd[31m\ufffd\ufffd 😀</failure>',
  );
  expect(xml).toContain('tests="1" failures="1"');
});

it('counts the failed and the skipped cases', () => {
  const xml = junitXml({
    name: 'sim doctor',
    cases: [
      { name: 'a', durationMs: 1000, failure: null },
      { name: 'b', durationMs: 500, failure: { message: 'wrong', details: 'fix it' } },
      { name: 'c', durationMs: 0, failure: null, skipped: 'for "b"' },
    ],
  });
  expect(xml).toContain(
    '<testsuite name="sim doctor" tests="3" failures="1" errors="0" skipped="1" time="1.500">',
  );
  expect(xml.match(/<testcase classname="sim doctor"/g)).toHaveLength(3);
  expect(xml).toContain('<skipped message="for &quot;b&quot;"/>');
});
