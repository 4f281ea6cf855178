import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { parsePort } from './input/values.ts';
import { describeParameter, EnvOption, readEnvironment } from './parameters.ts';

function read(words: readonly string[], env: Readonly<Record<string, string>>): Record<string, unknown> {
  const errorTexts: string[] = [];
  const command = new Command('test')
    .exitOverride()
    .configureOutput({ writeErr: (text) => errorTexts.push(text) })
    .addOption(
      new EnvOption('--port <n>', 'port', { env: 'SIM_PORT' })
        .argParser((text) => parsePort(inEnglish, text))
        .default(4010),
    )
    .addOption(new EnvOption('--mock <url>', 'address', { env: ['SIM_MOCK', 'SIM_URL'] }))
    .addOption(new EnvOption('--quiet', 'be quiet', { env: 'SIM_QUIET' }))
    .addOption(new EnvOption('--no-demo', 'no demo account', { env: 'SIM_NO_DEMO' }))
    .addOption(
      new EnvOption('--durability <mode>', 'mode', { env: 'SIM_DURABILITY' }).choices(['default', 'strict']),
    )
    .hook('preAction', (_program, calledCommand) => readEnvironment(inEnglish, calledCommand, env))
    .action(() => {});
  try {
    command.parse([...words], { from: 'user' });
  } catch {
    return { told: errorTexts.join('') };
  }
  return command.opts();
}

describe('the environment variable of an option', () => {
  it('replaces the default, and is replaced by a flag', () => {
    expect(read([], {})).toEqual({ port: 4010, demo: true });
    expect(read([], { SIM_PORT: '5000' })).toMatchObject({ port: 5000 });
    expect(read(['--port', '6000'], { SIM_PORT: '5000' })).toMatchObject({ port: 6000 });
  });

  it('is ignored if Kubernetes set it for a service named sim', () => {
    const pod = { SIM_SERVICE_HOST: '10.0.0.1', SIM_SERVICE_PORT: '4010', SIM_PORT: 'tcp://10.0.0.1:4010' };
    expect(read([], pod)).toMatchObject({ port: 4010 });
    expect(read([], { ...pod, SIM_PORT: '5000' })).toMatchObject({ port: 5000 });
    expect(read([], { SIM_PORT: 'tcp://10.0.0.1:4010' }).told).toContain('SIM_PORT');
  });

  it('is the first of several variables that is set and not empty', () => {
    expect(read([], { SIM_MOCK: 'one', SIM_URL: 'two' })).toMatchObject({ mock: 'one' });
    expect(read([], { SIM_MOCK: '', SIM_URL: 'two' })).toMatchObject({ mock: 'two' });
    expect(read(['--mock', 'flag'], { SIM_MOCK: 'one', SIM_URL: 'two' })).toMatchObject({ mock: 'flag' });
  });

  it.each([
    ['1', true],
    ['TRUE', true],
    ['yes', true],
    ['on', true],
    ['0', false],
    ['false', false],
    ['no', false],
    ['off', false],
  ])('reads the value %s of a switch as %s', (text, value) => {
    expect(read([], { SIM_QUIET: text })).toMatchObject({ quiet: value });
    expect(read([], { SIM_NO_DEMO: text })).toMatchObject({ demo: !value });
  });

  it('is replaced by the flag of the switch if the variable is false', () => {
    expect(read(['--quiet', '--no-demo'], { SIM_QUIET: '0', SIM_NO_DEMO: '0' })).toMatchObject({
      quiet: true,
      demo: false,
    });
  });

  it.each([
    ['SIM_PORT', 'abc', 'from 0 to 65535'],
    ['SIM_QUIET', 'maybe', '1 or 0'],
    ['SIM_NO_DEMO', 'maybe', '1 or 0'],
    ['SIM_DURABILITY', 'x', 'default, strict'],
  ])("refuses %s=%s with the variable's name and the allowed values", (name, text, allowedValues) => {
    const { told } = read([], { [name]: text });
    expect(told).toContain(`${name}='${text}'`);
    expect(told).toContain(allowedValues);
  });
});

describe('describeParameter', () => {
  it('names the choices, the default and the variables', () => {
    const option = new EnvOption('--mode <mode>', 'how', { env: ['SIM_MODE', 'SIM_HOW'] })
      .choices(['a', 'b'])
      .default('a');
    expect(describeParameter(inEnglish, option)).toBe(
      'how (one of: a, b; default: a; env: SIM_MODE, SIM_HOW)',
    );
    expect(describeParameter(inEnglish, new Option('--title <text>', 'of it'))).toBe('of it');
    expect(
      describeParameter(
        inEnglish,
        new Option('--agreement <id>', 'which').default(undefined, "the demo account's"),
      ),
    ).toBe("which (default: the demo account's)");
  });
});
