#!/usr/bin/env node
/** Installs the languages of examples/verify and test/broken-receivers; `npm run test:languages` runs this script first. */
import { ensureDebianPackage } from './debian-package.js';
import { languages } from './languages.js';

for (const { name, debianPackage, isThere } of languages)
  ensureDebianPackage({ tests: `${name} in examples/verify`, name: debianPackage, program: name, isThere });
