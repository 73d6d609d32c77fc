import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';
import type { Ports } from '../ports';

/** A program outside of the editor that has a configuration for good, by the name that the user gave it. */
export interface ConfiguredProgram {
  /** Stands in the configuration. No secret: it only tells programs apart. */
  readonly id: string;
  readonly name: string;
  /** UTC, ISO 8601. */
  readonly addedAt: string;
}

const Entry = v.object({
  id: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  addedAt: v.string(),
});

/** The programs that have a configuration for good. Which of them may read what, {@link AllowedPrograms} knows. */
export class ConfiguredPrograms {
  readonly #list: StoredList<ConfiguredProgram>;

  constructor(private readonly dependencies: Pick<Ports, 'state' | 'clock'>) {
    this.#list = new StoredList(dependencies.state, stateKeys.configuredPrograms, Entry);
  }

  get all(): readonly ConfiguredProgram[] {
    return this.#list.all;
  }

  has({ id }: Pick<ConfiguredProgram, 'id'>): boolean {
    return this.all.some((program) => program.id === id);
  }

  /** A program that has a configuration under this name gets the same one once more. */
  async add(name: string): Promise<ConfiguredProgram> {
    const known = this.all.find((program) => program.name === name);
    if (known !== undefined) return known;
    const addedAt = new Date(this.dependencies.clock.wallMs()).toISOString();
    const added = { id: randomBytes(8).toString('hex'), name, addedAt };
    await this.#list.write((all) => [...all, added]);
    return added;
  }

  async remove({ id }: Pick<ConfiguredProgram, 'id'>): Promise<void> {
    await this.#list.write((all) => all.filter((program) => program.id !== id));
  }

  /** Whether windows start the server by themselves: since somebody has a configuration for good, until the user stops it. */
  get isServerKept(): boolean {
    return this.dependencies.state.get(stateKeys.keptServer) === true && this.all.length > 0;
  }

  async keepServer(): Promise<void> {
    await this.dependencies.state.set(stateKeys.keptServer, true);
  }

  async stopServer(): Promise<void> {
    await this.dependencies.state.set(stateKeys.keptServer, false);
  }
}
