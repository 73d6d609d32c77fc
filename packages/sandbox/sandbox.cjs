#!/usr/bin/env node
// Starts the sandbox from its sources. In the packed program, a bundle of them has this name.
require('tsx/cjs');
require('./src/main.ts');
