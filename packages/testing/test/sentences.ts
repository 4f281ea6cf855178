import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Every sentence that the sources below a folder say by t`…`, as a catalogue has it, with the files that say it. */
export function sentencesIn(...folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/(?<!\.test)\.ts$/.test(file)) collect(`${folder}/${file}`, found);
    }
  }
  return found;
}

function collect(file: string, found: Map<string, string[]>): void {
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 't') {
      const sentence = sentenceOf(node.template);
      found.set(sentence, [...(found.get(sentence) ?? []), file]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
}

function sentenceOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return (
    template.head.text + template.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('')
  );
}
