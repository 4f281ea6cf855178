import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';

export function translatePlaceholders(t: Texts, text: string): string {
  return text.replace(/(?<=[<[=])[a-z-]+(?=[=\].>])/g, (name) => translatePlaceholder(t, name));
}

export function translatePlaceholder(t: Texts, name: string): string {
  return name.replace(/[a-z-]+/g, (word) =>
    t('help.program.place', { name: word.replaceAll('-', '_') }).replaceAll('_', '-'),
  );
}

const helpByExitCode = {
  done: ['status', 'errors'],
  refused: ['status', 'errors'],
  usage: ['help', 'configuration'],
  unreachable: ['start', 'troubleshooting'],
  timeout: ['trace', 'troubleshooting'],
} as const;

/**
 * Returns the fields of a failure's JSON output that say what to do next. After wrong usage, the suggestion is
 * the help of the command `helpTopic`.
 */
export function nextSteps(
  { program, isRelayPackage, words }: CliContext,
  code: keyof typeof helpByExitCode,
  helpTopic: string | undefined = words.find((word) => /^[a-z][a-z-]*$/.test(word)),
) {
  const [command, page] = helpByExitCode[code];
  const question = code === 'usage' ? [helpTopic, '--json'] : [];
  const next = isRelayPackage ? ['--help'] : [command, ...question];
  const suggestion = [program, ...next].filter(Boolean).join(' ');
  return { code, suggestion, docs: `/docs/${page}.md` };
}
