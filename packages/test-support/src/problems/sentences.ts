import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A literal of the sources that a problem may say, its values as `{}`. */
export interface Sentence {
  readonly text: string;
  /** `file:line`. */
  readonly at: string;
  /** It is put into a sentence, however short it is. */
  readonly isPart: boolean;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Where problems are made. */
const folders = ['contract', 'core', 'server', 'store'].map((name) => `packages/${name}/src`);

/** What never gets into a problem: documents, pages, the log, the trace, the command line, and what sends and keeps. */
const others = [
  /\.test\.ts$|-texts|\/texts-/,
  /\/(fidelity|openapi|practice|examination|diagnosis|signature|tls|postgres|embedded)\/|core\/src\/chaos\/|server\/src\/webhooks\//,
  /\/(attempt-errors|quotas|rates|banks|stops|stop-examples|credits|delivery-machine|script-magic-amounts|start-error|verify-comments|snapshot-times)\.ts$/,
  /\/(metrics-text|seed|class-csv|demo-account|demo-agreement|event-stream|socket-answer|client-addresses)\.ts$/,
];

/** Calls whose arguments are parts of one. */
const partsOf = new Set(['mustBe', 'notFound']);
/** Calls whose texts are no sentences of problems. */
const otherCalls = new Set(['describe', 'former', 'log', 'titled']);
/** Members, too. */
const otherMembers = new Set(['description', 'example', 'notes', 'summary']);

/** Every literal of what makes problems. */
export function problemSentences(): readonly Sentence[] {
  return folders
    .flatMap((folder) => readdirSync(root + folder, { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.ts') && !others.some((other) => other.test(file)))
    .flatMap(sentencesOf);
}

function sentencesOf(file: string): Sentence[] {
  const text = readFileSync(root + file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (isOther(node)) return;
    if (ts.isCallExpression(node) && otherCalls.has(nameOf(node))) {
      // What is chained before it, and what it is given beside texts, may well be ones.
      for (const part of [node.expression, ...node.arguments.filter((part) => !isText(part))]) visit(part);
      return;
    }
    if (isText(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const isPart = ts.isCallExpression(node.parent) && partsOf.has(nameOf(node.parent));
      found.push({ text: textOf(node), at: `${file}:${line + 1}`, isPart });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isOther(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isNewExpression(node)) return /(?<!InvalidCursor)Error$/.test(node.expression.getText());
  if (!ts.isPropertyAssignment(node)) return false;
  const name = node.name.getText();
  // That of a success.
  const isOfOperation = ts.isCallExpression(node.parent.parent) && nameOf(node.parent.parent) === 'operation';
  return otherMembers.has(name) || (name === 'title' && isOfOperation);
}

function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

function isText(node: ts.Node): node is ts.TemplateExpression | ts.StringLiteralLike {
  return ts.isTemplateExpression(node) || ts.isStringLiteralLike(node);
}

function textOf(node: ts.TemplateExpression | ts.StringLiteralLike): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}
