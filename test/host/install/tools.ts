/** Installs what the tests need and this machine lacks: Chromium, a Chinese font, a VS Code. Exits with 1 if that fails. */
import { findDesktop } from '../desktop';
import { findChromium } from './chromium';
import { fontEnvironment } from './fonts';
import { installServer } from './install';

const log = (line: string): void => console.log(line);

async function main(): Promise<void> {
  await Promise.all([findChromium(log), fontEnvironment(log), installServer(log), findDesktop(log)]);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
