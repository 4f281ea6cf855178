import { t } from '@svc-simulator/core';
import type { Declare } from '../command.ts';
import { parseBaseUrl, parseTargetPort, parseWholeNumber } from '../input/values.ts';
import { type VerifyOptions, verify } from './verify.ts';

export const declareVerify: Declare = (command, context) => {
  command
    .option('--against <url>', 'judge what answers there, and not a simulator of its own', parseBaseUrl)
    .option('--all', 'judge also cases that change the account, and register accounts where anybody can')
    .option('--rate <n>', 'at most so many requests a second', parseWholeNumber)
    .option('--only <names>', 'cases whose id begins with one of these, with commas between')
    .option('--no-generated', 'leave out the cases that follow from the schemas of the contract')
    .option('--webhook-url <url>', 'public address that leads to the port of --webhook-port', parseBaseUrl)
    .option('--webhook-port <port>', 'where webhooks are received on this machine', parseTargetPort)
    .option(
      '--record <folder>',
      'stand between a program and --against, and record the shapes of what goes by',
    )
    .option('--port <port>', 'with --record: where the program is to be pointed at', parseTargetPort)
    .option('--replay <folder>', 'judge by what was recorded, in place of the cases of the suite')
    .option('--list', 'list the cases, and judge nothing')
    .option('--junit <file>', 'write the result as JUnit XML, too')
    .option('--report <file>', 'write the result as a page of HTML, too')
    .option('--json', 'print {"url","operations","differs","not_judged"}')
    .addHelpText(
      'after',
      t`
It asks each question of the suite, and compares the answer with what the specification and /fidelidad say. Without --against
it starts a simulator for itself and keeps nothing.

With --against the environment names the account: SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,
SIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD and, of a second account, SIM_OTHER_TOKEN. What the
target lacks, or nobody has named, is not judged, and never counts as a match.

--record keeps types, status, names of headers, and of values only those that the contract lists: no text, number or name of a
request or an answer. --replay asks whether our simulator is still as recorded, with --against whether the service still is.

Exit code 0: nothing differs; 1: something does, or nothing was judged; 3: the target cannot be reached.

Example: ${context.program} verify --against https://sandbox.example --rate 5 --report verify.html`,
    )
    .action((options: VerifyOptions) => verify(context, options));
};
