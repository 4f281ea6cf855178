import type { Texts } from '@svc-simulator/texts/texts.ts';
import { mounts, nodeLayout } from './node-layout.ts';
import { copiedLayout, djangoLayout, flaskLayout, laravelLayout, springLayout } from './other-layouts.ts';
import type { Layout, Project } from './project.ts';

export interface Framework {
  readonly name: string;
  readonly label: string;
  /** Files that show that the project uses it; a name that begins with a dot is the ending of one. */
  readonly files: readonly string[];
  readonly pattern: RegExp;
  /** Its programs listen on this port unless they choose another. */
  readonly port: number;
  /** Its programs take variables from `.env`, and not from the shell. */
  readonly readsDotenv?: boolean;
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
    pattern: /"@nestjs\/core"/,
    port: 3000,
    layout: nodeLayout('nest', mounts.nest),
  },
  {
    name: 'next',
    label: 'Next.js',
    files: node,
    pattern: /"next"/,
    port: 3000,
    layout: nodeLayout('web', () => [], true),
  },
  {
    name: 'fastify',
    label: 'Fastify',
    files: node,
    pattern: /"fastify"/,
    port: 3000,
    layout: nodeLayout('fastify', mounts.fastify),
  },
  {
    name: 'hono',
    label: 'Hono',
    files: node,
    pattern: /"hono"/,
    port: 3000,
    layout: nodeLayout('web', mounts.hono),
  },
  {
    name: 'express',
    label: 'Express',
    files: node,
    pattern: /"express"/,
    port: 3000,
    layout: nodeLayout('node', mounts.express),
  },
  {
    name: 'laravel',
    label: 'Laravel',
    files: ['composer.json'],
    pattern: /"laravel\/framework"/,
    port: 8000,
    readsDotenv: true,
    layout: laravelLayout,
  },
  {
    name: 'django',
    label: 'Django',
    files: ['manage.py', ...python],
    pattern: /\bdjango\b/i,
    port: 8000,
    layout: djangoLayout,
  },
  { name: 'flask', label: 'Flask', files: python, pattern: /\bflask\b/i, port: 5000, layout: flaskLayout },
  {
    name: 'spring',
    label: 'Spring Boot',
    files: java,
    pattern: /spring-boot/,
    port: 8080,
    layout: springLayout,
  },
  {
    name: 'go',
    label: 'Go',
    files: ['go.mod'],
    pattern: /./,
    port: 8080,
    layout: copiedLayout('verify.go', 'call.go'),
  },
  {
    name: 'ruby',
    label: 'Ruby',
    files: ['Gemfile'],
    pattern: /./,
    port: 3000,
    layout: copiedLayout('verify.rb', 'call.rb'),
  },
  {
    name: 'csharp',
    label: 'C#',
    files: ['.csproj', '.sln', '.slnx'],
    pattern: /./,
    port: 5000,
    layout: copiedLayout('Verify.cs', 'Call.cs'),
  },
  {
    name: 'node',
    label: 'Node.js',
    files: node,
    pattern: /\{/,
    port: 3000,
    layout: nodeLayout('node', mounts.node),
  },
];

/** Detects the framework and the file that shows it; undefined if no file does. */
export function detectFramework(project: Project): { framework: Framework; file: string } | undefined {
  for (const framework of frameworks) {
    const files = framework.files.map((name) => project.findFile(name));
    const file = files.find((path) => path !== undefined && framework.pattern.test(project.text(path)));
    if (file !== undefined) return { framework, file };
  }
  return undefined;
}
