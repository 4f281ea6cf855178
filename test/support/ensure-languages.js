#!/usr/bin/env node
/** Installs what examples/verify is written in; `npm run test:languages` runs it before that test. */
import { ensureDebianPackage } from './debian-package.js';
import { languages } from './languages.js';

for (const { name, debianPackage, isThere } of languages)
  ensureDebianPackage({ tests: `${name} in examples/verify`, name: debianPackage, program: name, isThere });
