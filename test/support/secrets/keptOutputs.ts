import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Where this process keeps what is searched for credentials after the run; undefined outside such a run. */
function outputs(): { readonly folder: string; readonly stage: string } | undefined {
  const folder = process.env['MARKET_DESK_CANARY_OUTPUTS'];
  return folder === undefined || folder === '' ? undefined : { folder, stage: process.env['MARKET_DESK_CANARY_STAGE'] ?? 'other' };
}

let made = 0;

/** A separate folder for the outputs of one program; undefined outside a run with canaries. */
export function outputFolder(name: string): string | undefined {
  const kept = outputs();
  if (kept === undefined) return undefined;
  const folder = path.join(kept.folder, `${kept.stage}-${name}-${String(process.pid)}-${String((made += 1))}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Adds text to a file of a kept folder. */
export function keepText(folder: string, name: string, text: string): void {
  appendFileSync(path.join(folder, name), `${text}\n`);
}

/** Adds a line to a file of this process among the outputs; does nothing outside a run with canaries. */
export function keepLine(name: string, line: string): void {
  const kept = outputs();
  if (kept !== undefined) keepText(kept.folder, `${kept.stage}-${String(process.pid)}-${name}`, line);
}
