#!/usr/bin/env node
require('./run.js').run('sim');
