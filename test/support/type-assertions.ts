import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Every `x as T` of the packages' own code, `as const` not among them, as `path:line  x as T`; `x as unknown as T` is two. */
export function typeAssertions(packages: string): string[] {
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /^[^/]+\/src\//.test(path.slice(packages.length + 1)))
    .filter((path) => !/\/(node_modules|test-support)\//.test(path.slice(packages.length)))
    .flatMap((path) =>
      assertionsIn(path, readFileSync(path, 'utf8')).map((found) => found.slice(packages.length + 1)),
    );
}

function assertionsIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) &&
      !ts.isConstTypeReference(node.type)
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}  ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
