/** Reports when a watched build begins and ends, for the problem matcher of .vscode/tasks.json: F5 waits for it. */
export class BuildProgress {
  #running = 0;

  started(): void {
    this.#running += 1;
    if (this.#running === 1) process.stdout.write('building\n');
  }

  failed(message: string): void {
    process.stderr.write(`✘ [ERROR] ${message}\n`);
  }

  ended(): void {
    this.#running -= 1;
    if (this.#running === 0) process.stdout.write('built\n');
  }
}
