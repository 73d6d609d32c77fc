#!/usr/bin/env node
// Replaces the desktop executable of VS Code: see executable.ts.
import { tsImport } from 'tsx/esm/api';

await tsImport('./executable.ts', import.meta.url);
