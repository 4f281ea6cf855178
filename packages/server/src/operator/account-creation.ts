import {
  accept,
  DAY_MS,
  emailAddress,
  type Fault,
  faultAt,
  type Outcome,
  SHORT_NAME_FORM,
} from '@svc-simulator/contract';
import { INVITATION_DAYS, MAX_CREATED_ACCOUNTS } from '@svc-simulator/contract/operator/operator.ts';
import { csvLine } from '@svc-simulator/contract/views/csv-line.ts';
import { isoOf } from '@svc-simulator/core';
import type { AccountService } from '../accounts/account-service.ts';
import { classOfCode } from '../classes/membership.ts';
import { parseCsv } from '../csv/parse-csv.ts';
import { formatRefusal, loadProblemTexts } from '../format-refusal.ts';
import { invalid } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { putAct } from './account-acts.ts';

interface NewTeam {
  readonly shortName: string;
  readonly email: string;
  readonly classCode: string;
}

const csvColumns = { name: 'name', email: 'email', class: 'class' } as const;

const isEmail = (value: string) => emailAddress().safeParse(value).success;

/**
 * Reads the teams of a CSV file with the columns name, email and class. Returns all faults before any account
 * is created. A fault's pointer is the line: `/3`.
 */
export async function readTeams({ store }: Runtime, csv: string): Promise<Outcome<readonly NewTeam[]>> {
  const table = parseCsv(csv);
  if (!table.ok) return table;
  const [headerCells = [], ...lines] = table.value;
  const rows = lines
    .map((cells, index) => ({ cells, pointer: `/${index + 2}` }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columnNames = headerCells.map((name) => name.trim().toLowerCase());
  if (!columnNames.includes(csvColumns.name)) return invalid([faultAt('/1', 'fault.csv.header')]);
  if (rows.length === 0 || rows.length > MAX_CREATED_ACCOUNTS)
    return invalid([faultAt('', 'fault.csv.rows', { max: MAX_CREATED_ACCOUNTS })]);
  const faults: Fault[] = [];
  const teams: NewTeam[] = [];
  const names = new Set<string>();
  for (const { cells, pointer } of rows) {
    const cell = (column: string) => (cells[columnNames.indexOf(column)] ?? '').trim();
    const team = {
      shortName: cell(csvColumns.name),
      email: cell(csvColumns.email),
      classCode: cell(csvColumns.class),
    };
    const name = team.shortName.toLowerCase();
    if (!SHORT_NAME_FORM.test(team.shortName)) faults.push(faultAt(pointer, 'fault.csv.name'));
    else if (names.has(name) || (await store.get('name', name)))
      faults.push(faultAt(pointer, 'fault.csv.name_taken', { name: team.shortName }));
    if (team.email !== '' && !isEmail(team.email)) faults.push(faultAt(pointer, 'fault.csv.email'));
    if (team.classCode !== '' && !(await classOfCode(store, team.classCode)))
      faults.push(faultAt(pointer, 'fault.account.class_code'));
    names.add(name);
    teams.push(team);
  }
  return faults.length > 0 ? invalid(faults) : accept(teams);
}

/**
 * Returns a password that begins with a letter or digit, because spreadsheets read a leading `-` as a
 * formula.
 */
function invitationPassword({ random }: Runtime): string {
  for (;;) {
    const password = random.base64url(9);
    if (/^[A-Za-z\d]/.test(password)) return password;
  }
}

/**
 * Creates the accounts one after the other, so that hashing passwords doesn't delay logins. Yields a CSV line
 * for each account: only this line contains its one-time password.
 */
export async function* createTeams(
  runtime: Runtime,
  accounts: AccountService,
  teams: readonly NewTeam[],
): AsyncGenerator<string> {
  yield csvLine(['name', 'email', 'class', 'account_id', 'password', 'expires_at', 'fault']);
  const problems = await loadProblemTexts('en');
  for (const { shortName, email, classCode } of teams) {
    const password = invitationPassword(runtime);
    const expiresAt = runtime.clock.now() + INVITATION_DAYS * DAY_MS;
    const registration = await accounts.register(
      { shortName, password, classCode, isByOperator: true },
      ({ account }) => ({
        account: { oneTimePasswordUntil: expiresAt, ...(email !== '' && { email }) },
        puts: [putAct(runtime, { act: 'create', account })],
      }),
    );
    const credentials = registration.ok
      ? [registration.value.account.id, password, isoOf(expiresAt), '']
      : ['', '', '', formatRefusal(problems, registration.refusal).detail];
    yield csvLine([shortName, email, classCode, ...credentials]);
  }
}
