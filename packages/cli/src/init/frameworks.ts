import type { Texts } from '@svc-simulator/texts/texts.ts';
import { mountSteps, nodeLayout } from './node-layout.ts';
import { djangoLayout, exampleLayout, flaskLayout, laravelLayout, springLayout } from './other-layouts.ts';
import type { Layout, Project } from './project.ts';

export interface Framework {
  readonly name: string;
  readonly label: string;
  /** Files that can show that a project uses the framework. A name that begins with a dot is an extension. */
  readonly files: readonly string[];
  /** Matches the content of one of `files` if the project uses the framework. */
  readonly pattern: RegExp;
  readonly port: number;
  /** True if its programs read variables from `.env` but not from the shell. */
  readonly readsDotenv?: boolean;
  readonly layout: (t: Texts, project: Project) => Layout;
}

const nodeProjectFiles = ['package.json'];
const pythonFiles = ['requirements.txt', 'pyproject.toml', 'Pipfile'];
const javaFiles = ['pom.xml', 'build.gradle', 'build.gradle.kts'];

/**
 * The first match counts, so a framework comes before the one that it builds on. Plain Node is last, because
 * many projects in other languages have a package.json only for their pages.
 */
export const frameworks: readonly Framework[] = [
  {
    name: 'nest',
    label: 'NestJS',
    files: nodeProjectFiles,
    pattern: /"@nestjs\/core"/,
    port: 3000,
    layout: nodeLayout('nest', mountSteps.nest),
  },
  {
    name: 'next',
    label: 'Next.js',
    files: nodeProjectFiles,
    pattern: /"next"/,
    port: 3000,
    layout: nodeLayout('web', () => [], true),
  },
  {
    name: 'fastify',
    label: 'Fastify',
    files: nodeProjectFiles,
    pattern: /"fastify"/,
    port: 3000,
    layout: nodeLayout('fastify', mountSteps.fastify),
  },
  {
    name: 'hono',
    label: 'Hono',
    files: nodeProjectFiles,
    pattern: /"hono"/,
    port: 3000,
    layout: nodeLayout('web', mountSteps.hono),
  },
  {
    name: 'express',
    label: 'Express',
    files: nodeProjectFiles,
    pattern: /"express"/,
    port: 3000,
    layout: nodeLayout('node', mountSteps.express),
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
    files: ['manage.py', ...pythonFiles],
    pattern: /\bdjango\b/i,
    port: 8000,
    layout: djangoLayout,
  },
  {
    name: 'flask',
    label: 'Flask',
    files: pythonFiles,
    pattern: /\bflask\b/i,
    port: 5000,
    layout: flaskLayout,
  },
  {
    name: 'spring',
    label: 'Spring Boot',
    files: javaFiles,
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
    layout: exampleLayout('verify.go', 'call.go'),
  },
  {
    name: 'ruby',
    label: 'Ruby',
    files: ['Gemfile'],
    pattern: /./,
    port: 3000,
    layout: exampleLayout('verify.rb', 'call.rb'),
  },
  {
    name: 'csharp',
    label: 'C#',
    files: ['.csproj', '.sln', '.slnx'],
    pattern: /./,
    port: 5000,
    layout: exampleLayout('Verify.cs', 'Call.cs'),
  },
  {
    name: 'node',
    label: 'Node.js',
    files: nodeProjectFiles,
    pattern: /\{/,
    port: 3000,
    layout: nodeLayout('node', mountSteps.node),
  },
];

/** Detects the framework of a project, with the file that shows it; undefined if no framework is found. */
export function detectFramework(project: Project): { framework: Framework; file: string } | undefined {
  for (const framework of frameworks) {
    const files = framework.files.map((name) => project.findFile(name));
    const file = files.find((path) => path !== undefined && framework.pattern.test(project.text(path)));
    if (file !== undefined) return { framework, file };
  }
  return undefined;
}
