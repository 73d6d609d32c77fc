import * as v from 'valibot';
import { looksLike } from '../../domain/text/programName';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import { sessionMark } from '../session/connection';
import type { ConnectionState } from '../session/connection';
import { Emitter } from '../platform/emitter';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';
import type { Ports } from '../ports';

/** What uses the tools from outside: an agent through the MCP server, or another extension through the API. */
export type ProgramKind = 'agent' | 'extension';

/** `accounts`: also positions, orders, fills, and order changes, and opening tickets for review. `numbers`: account numbers as well. */
export type ProgramAccess = 'market' | 'accounts' | 'numbers';

/** A program that asks for access. An agent chooses its own name, which nothing verifies. */
export interface Program {
  readonly kind: ProgramKind;
  readonly name: string;
}

export interface AllowedProgram extends Program {
  /** Identity of the service, and of its user, that the program was allowed for. Entries of earlier versions lack it and allow nothing. */
  readonly service?: string | undefined;
  readonly access: ProgramAccess;
  /** False after the user refused its proposals too often, or stopped them. */
  readonly mayPropose?: boolean | undefined;
  /** UTC, ISO 8601. */
  readonly allowedAt: string;
}

/** The connected service and the user who is signed in to it, as permissions name them; empty if there is none. Another user has allowed nothing yet. */
export function userOfService({ connection, session }: ConnectionState): string {
  if (connection.kind === 'none') return '';
  return `${connection.kind} ${serviceIdentity(connection.baseUrl)}${session.kind === 'signedIn' ? ` ${sessionMark(session.id)}` : ''}`;
}

/** At most this many programs may be asked about in one window, so that a program that invents names cannot fill the screen. */
const mostQuestions = 8;
const mostKept = 50;
/** Declined names of one kind count toward the limit for this long. */
const declinedForMs = 30 * 60_000;

const Entry = v.object({
  kind: v.picklist(['agent', 'extension']),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  service: v.optional(v.string()),
  access: v.picklist(['market', 'accounts', 'numbers']),
  mayPropose: v.optional(v.boolean()),
  allowedAt: v.string(),
});

/** The programs that the user has allowed. One question at a time. A yes is kept until it is revoked, a no until the window closes. */
export class AllowedPrograms {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #asked = new Map<string, Promise<AllowedProgram | undefined>>();
  /** When questions were asked, by kind: a flood of one kind locks out no program of the other, and not for good. */
  readonly #questions: Readonly<Record<ProgramKind, number[]>> = { agent: [], extension: [] };
  #lastQuestion: Promise<unknown> = Promise.resolve();
  readonly #list: StoredList<AllowedProgram>;

  constructor(
    private readonly dependencies: Pick<Ports, 'state' | 'clock'> & {
      /** See {@link userOfService}. */
      readonly service: () => string;
      /** Asks the user about a program; undefined if the user declines. @param resembles - Name of an allowed program that looks the same. */
      readonly ask: (program: Program, resembles?: string) => Promise<ProgramAccess | undefined>;
    },
  ) {
    this.#list = new StoredList(dependencies.state, stateKeys.allowedPrograms, Entry);
  }

  /** In the order in which they were allowed. Other windows write too. */
  get all(): readonly AllowedProgram[] {
    return this.#list.all;
  }

  /** Whether the user was asked about the program in this window. */
  wasAsked(program: Program): boolean {
    return this.#asked.has(keyOf(program, this.dependencies.service()));
  }

  /** The program may propose no order changes until the user allows it again. */
  async stopProposals(program: Program): Promise<void> {
    await this.#write((all) => all.map((allowed) => (isSame(allowed, program) ? { ...allowed, mayPropose: false } : allowed)));
  }

  find(program: Program): AllowedProgram | undefined {
    const service = this.dependencies.service();
    return this.all.find((allowed) => isSame(allowed, program) && allowed.service === service);
  }

  /** What the program may do; asks the user if there is no answer yet. @returns undefined if it is declined. */
  async admit(program: Program): Promise<AllowedProgram | undefined> {
    const allowed = this.find(program);
    if (allowed !== undefined) return allowed;
    const service = this.dependencies.service();
    const key = keyOf(program, service);
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const now = this.dependencies.clock.monotonicMs();
    const recent = this.#questions[program.kind].filter((atMs) => now - atMs < declinedForMs);
    if (recent.length >= mostQuestions) return undefined;
    this.#questions[program.kind].splice(0, Infinity, ...recent, now);
    const asked = this.#lastQuestion.then(async () => this.#ask(program, service));
    this.#lastQuestion = asked.catch(() => undefined);
    this.#asked.set(key, asked);
    asked.catch(() => this.#asked.delete(key));
    return asked;
  }

  async change(program: Pick<AllowedProgram, 'kind' | 'name' | 'service'>, access: ProgramAccess): Promise<void> {
    await this.#write((all) =>
      all.map((allowed) =>
        isSame(allowed, program) && allowed.service === program.service ? { ...allowed, access, mayPropose: true } : allowed,
      ),
    );
  }

  /** Revokes the program for every service. The user is asked again when it comes back. */
  async revoke(program: Program): Promise<void> {
    for (const key of this.#asked.keys()) if (key.startsWith(keyOf(program, ''))) this.#asked.delete(key);
    await this.#write((all) => all.filter((allowed) => !isSame(allowed, program)));
  }

  async #ask({ kind, name }: Program, service: string): Promise<AllowedProgram | undefined> {
    const resembled = this.all.find((other) => other.kind === kind && looksLike(other.name, name));
    const access = await this.dependencies.ask({ kind, name }, resembled?.name);
    if (access === undefined) return undefined;
    const allowed = { kind, name, service, access, allowedAt: new Date(this.dependencies.clock.wallMs()).toISOString() };
    await this.#write((all) =>
      [...all.filter((other) => !isSame(other, allowed) || (other.service ?? service) !== service), allowed].slice(-mostKept),
    );
    this.#asked.delete(keyOf(allowed, service));
    // The user may have signed in elsewhere while the question was open.
    return this.find(allowed);
  }

  async #write(change: (all: readonly AllowedProgram[]) => readonly AllowedProgram[]): Promise<void> {
    await this.#list.write(change);
    this.#changed.fire();
  }
}

function keyOf({ kind, name }: Program, service: string): string {
  return `${kind} ${nameOf({ kind, name })}\n${service}`;
}

function isSame(one: Program, other: Program): boolean {
  return one.kind === other.kind && nameOf(one) === nameOf(other);
}

/** The editor knows IDs of extensions in any spelling. */
function nameOf({ kind, name }: Program): string {
  return kind === 'extension' ? name.toLowerCase() : name;
}
