import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { freshCheckout } from './support/fresh-checkout.ts';
import { root, stdoutOf } from './support/program.ts';
import { until } from './support/until.ts';

const readme = readFileSync(`${root}README.md`, 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block as string);

const pages = ['.', 'docs', 'docs/en', 'docs/es', 'docs/decisions', 'examples/init/agent'].flatMap((folder) =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name)),
);

/** Returns the targets of a page's links within the repository. */
const linksOf = (page: string) =>
  [...readFileSync(`${root}${page}`, 'utf8').matchAll(/\]\(((?!http)[^)#]+)[^)]*\)/g)].map(([, link]) =>
    posix.join(posix.dirname(page), link as string),
  );
const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: readonly string[] };
const isPacked = (path: string) =>
  files.some(
    (entry) =>
      path === entry ||
      path.startsWith(`${entry}/`) ||
      (entry.includes('*') && path.endsWith(entry.replace(/.*\*/, ''))),
  );

it.each(pages)(
  'names in %s only files and folders that exist, and that are in the package if the page is',
  (page) => {
    const text = readFileSync(`${root}${page}`, 'utf8');
    const paths = [...text.matchAll(/`((?:packages|test|examples|bin|docs)\/[^\s`]*)`/g)].map(
      ([, path]) => path,
    );
    const links = linksOf(page);
    expect([...paths, ...links].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
    // Screenshots aren't in the package, because one would be a tenth of its size.
    const missingLinks = links.filter((path) => !isPacked(path) && !path.endsWith('.png'));
    if (isPacked(page)) expect(missingLinks).toEqual([]);
  },
);

it("includes the users' documentation in the package", () =>
  expect(pages.filter(isPacked).length).toBeGreaterThan(40));

describe('README.es.md', () => {
  it('contains the commands, headings and links of README.md, in its order', () => {
    const partsOf = (page: string) =>
      readFileSync(`${root}${page}`, 'utf8').match(/^```(?:sh|js)\n[\s\S]*?^```$|^#+(?= )|\]\([^)]+\)/gm);
    const inEnglish = (part: string) => part.replaceAll('docs/es/', 'docs/en/').replace('.es.png', '.en.png');
    const spanish = partsOf('README.es.md')?.map(inEnglish);
    expect(spanish?.length).toBeGreaterThan(30);
    expect(spanish?.filter((part) => part !== '](README.md)')).toEqual(
      partsOf('README.md')?.filter((part) => part !== '](README.es.md)'),
    );
  });
});

describe('README.md', () => {
  it('shows three commands that deliver webhooks, with the output that they print', async () => {
    const checkout = await freshCheckout();
    const simulator = checkout.run(`exec ${blockWith('npm ci').replace('npm ci && ', '')}`);
    await simulator.lines.first((line) => line.includes('http://'), 'the banner');
    const listener = checkout.run(`exec ${blockWith('npx sim listen')}`);
    await until(() => listener.stderr().includes('listening on'));
    expect(await stdoutOf(checkout.run(blockWith('npx sim trigger')))).toMatch(/^money accredited /);
    await listener.lines.first((line) => /payment_session\.accredited .* valid signature/.test(line));
    expect(await stdoutOf(checkout.run('npx sim progress'))).toContain('webhook');
  });

  it('shows a complete test, which passes as pasted', async () => {
    const [, code] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
    const checkout = await freshCheckout();
    const patientCode = code?.replace('{ session })', '{ session, timeoutMs: 60_000 })');
    const commands = `cat >payments.test.mjs <<'END'\n${patientCode}END\n${blockWith('node --test')}`;
    expect(await stdoutOf(checkout.run(commands))).toMatch(/^# pass 1\n# fail 0$/m);
  });

  it.each(pageLanguages)('pays a session with its own simulator, as in ci.md: %s', async (language) => {
    const checkout = await freshCheckout(language);
    const page = new DocPage('ci.md', language);
    const [commands, output] = page.commandsAndOutput('-- bash -euc');
    expect(commands).toBe(blockWith('sim exec'));
    const stableText = (text: string) =>
      text.replace(/[0-9a-f]{8}(-[0-9a-f-]{27})?/g, 'ID').replace(/^[\d:.]{12}/gm, 'TIME');
    expect(stableText(await stdoutOf(checkout.run(commands)))).toBe(stableText(output));
  });

  it.each(pageLanguages)(
    'reports the events that arrived instead of the expected one, as in ci.md: %s',
    async (language) => {
      const checkout = await freshCheckout(language);
      await checkout.start();
      const [command, output] = new DocPage('ci.md', language).commandsAndOutput('expect webhook.delivered');
      const patience = command.replace('3000', '2500');
      const run = checkout.run(`
SESSION=$(npx sim session create --webhook-url http://localhost:3000/webhooks --json | node -p "JSON.parse(fs.readFileSync(0)).id")
npx sim outcome "$SESSION" --outcome paid >out.txt 2>&1
${patience}`);
      expect((await run.exited).code, run.stderr()).toBe(1);
      // Removes the number of attempts and their last result, which depend on timing.
      const stableText = (text: string) =>
        text
          .replace(/^.* webhook\.(attempted|gave_up) .*\n/gm, '')
          .replace(/; (?:it can no longer happen because|ya no puede ocurrir,) .*$/m, '')
          // Before the next line, because some ids end in twelve digits.
          .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'ID')
          .replace(/\b(?:[\d:.]{12}|cli-\d+|2500|3000)\b/g, 'NUMBER')
          .replace(/[0-9a-f]{8}/g, 'ID')
          .replaceAll(/localhost:\w+/g, 'localhost');
      expect(stableText(run.stderr())).toBe(stableText(output));
    },
  );

  it.each(pageLanguages)(
    'drives a POS app from the pairing of a terminal to the settlement of its batch: %s',
    async (language) => {
      const checkout = await freshCheckout(language);
      await checkout.start();
      const page = new DocPage('till.md', language);
      const [commands, output] = page.commandsAndOutput('npx sim pos pair');
      const commandOutput = await stdoutOf(checkout.run(commands));
      const stableText = (text: string) =>
        text
          .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\S+(?=\.sim)|(?<=(?:any|cualquier) terminal {2}).*$/gm, 'X')
          .replace(/\d{6}$/gm, 'NUMBER');
      expect(stableText(commandOutput)).toEqual(stableText(output));

      const terminal = checkout.run(`exec ${page.block('sh', 'npx sim pos pay --auto')}`);
      expect(await stdoutOf(checkout.run(page.block('sh', 'till.js charge')))).toMatch(/^PAID 12\.50 USD/m);
      expect((await terminal.stop()).code).toBe(0);
    },
  );

  it.each(pageLanguages)('creates a class, has a trainee join, and shows its board: %s', async (language) => {
    const checkout = await freshCheckout(language);
    await checkout.start();
    const [commands, output] = new DocPage('classes.md', language).commandsAndOutput('npx sim class create');
    const commandOutput = await stdoutOf(checkout.run(`${commands}cat class.csv`));
    // Only the board is compared, because the lines before it contain credentials.
    const board = (text: string) =>
      text
        .slice(text.search(/^Integr(?:ators, March|adores, marzo)/m))
        .split('\n')
        .slice(0, 2);
    const stableLine = (line: string) =>
      line
        .replace(/[A-Z0-9]{8}/, 'CODE')
        .replace(/(?<=0 (?:of|de) )\d+/, 'N')
        .replace(/(?<=Log in|Iniciar sesión) {2,}.*$/, '  WHEN');
    expect(board(commandOutput).map(stableLine)).toEqual(board(output).map(stableLine));
    expect(board(output)).toHaveLength(2);
    expect(commandOutput).toMatch(/^"short_name","joined_at",.*\r\n"ana",.*\r\n$/m);
  });
});

/** Returns the block of commands that contains `text`; fails if there are several. */
function blockWith(text: string): string {
  const matches = blocks.filter((block) => block.includes(text));
  expect(matches, `blocks of README.md with ${text}`).toHaveLength(1);
  return matches[0] as string;
}
