import type { Texts } from '@svc-simulator/texts/texts.ts';
import { mounts, nodeLayout } from './node-layout.ts';
import { djangoLayout, flaskLayout, laravelLayout, springLayout } from './other-layouts.ts';
import type { Layout, Project } from './project.ts';

export interface Framework {
  readonly name: string;
  readonly label: string;
  /** Files that show that the project uses it. */
  readonly files: readonly string[];
  readonly says: RegExp;
  readonly layout: (t: Texts, project: Project) => Layout;
}

const node = ['package.json'];
const python = ['requirements.txt', 'pyproject.toml', 'Pipfile'];
const java = ['pom.xml', 'build.gradle', 'build.gradle.kts'];

/**
 * Frameworks come before those that they build on, and plain Node is last: many projects have a package.json
 * only for their pages.
 */
export const frameworks: readonly Framework[] = [
  {
    name: 'nest',
    label: 'NestJS',
    files: node,
    says: /"@nestjs\/core"/,
    layout: nodeLayout('nest', mounts.nest),
  },
  { name: 'next', label: 'Next.js', files: node, says: /"next"/, layout: nodeLayout('web', () => [], true) },
  {
    name: 'fastify',
    label: 'Fastify',
    files: node,
    says: /"fastify"/,
    layout: nodeLayout('fastify', mounts.fastify),
  },
  { name: 'hono', label: 'Hono', files: node, says: /"hono"/, layout: nodeLayout('web', mounts.hono) },
  {
    name: 'express',
    label: 'Express',
    files: node,
    says: /"express"/,
    layout: nodeLayout('node', mounts.express),
  },
  {
    name: 'laravel',
    label: 'Laravel',
    files: ['composer.json'],
    says: /"laravel\/framework"/,
    layout: laravelLayout,
  },
  {
    name: 'django',
    label: 'Django',
    files: ['manage.py', ...python],
    says: /\bdjango\b/i,
    layout: djangoLayout,
  },
  { name: 'flask', label: 'Flask', files: python, says: /\bflask\b/i, layout: flaskLayout },
  { name: 'spring', label: 'Spring Boot', files: java, says: /spring-boot/, layout: springLayout },
  { name: 'node', label: 'Node.js', files: node, says: /\{/, layout: nodeLayout('node', mounts.node) },
];

/** Detects the framework and the file that shows it; undefined if no file does. */
export function frameworkOf(project: Project): { framework: Framework; file: string } | undefined {
  for (const framework of frameworks) {
    const file = framework.files.find((path) => framework.says.test(project.text(path)));
    if (file !== undefined) return { framework, file };
  }
  return undefined;
}
