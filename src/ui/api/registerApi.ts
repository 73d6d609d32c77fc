import type { Asker } from '../../service/requests/asker';
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { Change1, MarketDesk1, Quote1, Release1, Verdict1 } from '../../api';
import type { AllowedPrograms, Program } from '../../app/agents/allowedPrograms';
import { quotesTool } from '../../app/languageTools/publicTools';
import type { ReadTool, ToldAccounts } from '../../app/languageTools/readTool';
import type { ToolAnswers } from '../../app/languageTools/toolAnswers';
import { searchCalendarTool } from '../../app/languageTools/searchCalendar';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { askerOf } from '../../domain/orders/orderOrigin';
import type { HoldingsSource } from '../../app/positions/heldSecurities';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { ConnectionSource } from '../../app/session/connection';
import type { WatchlistStore } from '../../app/watchlist/watchlistStore';
import type { Shell } from '../platform/shell/shell';

export interface ApiDependencies {
  readonly shell: Pick<Shell, 'provideApi'>;
  readonly programs: Pick<AllowedPrograms, 'admit' | 'find' | 'onDidChange'>;
  readonly answers: Pick<ToolAnswers, 'read'>;
  /** The name of an account, without its number. */
  readonly accounts: ToldAccounts;
  readonly access: ConnectionSource;
  readonly watchlist: Pick<WatchlistStore, 'list' | 'onDidChange'>;
  /** The holdings, read for the program that asks. */
  readonly held: (askedBy: Asker) => HoldingsSource;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
  /** Time of the service in Unix milliseconds; undefined while unknown. */
  readonly serverMs: () => number;
}

const Text = v.fallback(v.string(), '');
const Verdict = {
  isComplete: v.fallback(v.boolean(), false),
  missing: v.optional(v.array(v.string())),
  notOffered: v.optional(v.string()),
  environment: v.string(),
};
const Quotes = v.object({
  ...Verdict,
  quotes: v.optional(
    v.array(
      v.object({
        ...{ code: v.string(), name: Text, lastPrice: Text, previousClose: Text, bidPrice: Text, askPrice: Text, volume: Text },
        isSuspended: v.fallback(v.boolean(), false),
        updatedAt: v.optional(v.number()),
      }),
    ),
    [],
  ),
});
const Releases = v.object({
  ...Verdict,
  events: v.optional(
    v.array(v.object({ timeUtc: Text, country: Text, text: Text, previous: Text, forecast: Text, actual: Text, unit: Text })),
    [],
  ),
});

/** The API for other extensions, as declared in `api.d.ts`. */
export function registerApi(dependencies: ApiDependencies): vscode.Disposable {
  const connected = async (extensionId: string): Promise<MarketDesk1 | undefined> => {
    if (vscode.extensions.getExtension(extensionId) === undefined) throw new Error(`There is no extension ${extensionId}.`);
    const program: Program = { kind: 'extension', name: extensionId };
    return (await dependencies.programs.admit(program)) === undefined ? undefined : deskOf(program, dependencies);
  };
  return dependencies.shell.provideApi(connected);
}

function deskOf(
  program: Program,
  { programs, answers, accounts, access, watchlist, held, privacy, serverMs }: ApiDependencies,
): MarketDesk1 {
  const allowed = (): NonNullable<ReturnType<AllowedPrograms['find']>> => {
    const found = programs.find(program);
    if (found === undefined) throw new Error('The user no longer allows this extension to read from Market Desk.');
    return found;
  };
  const read = async (tool: ReadTool, input: object): Promise<object> => {
    allowed();
    const answer = await answers.read(tool, input, {
      program: { kind: 'extension', name: program.name },
      accounts,
      signal: AbortSignal.timeout(60_000),
    });
    allowed();
    return answer;
  };
  return {
    quotes: async (codes) => {
      const { quotes, ...rest } = v.parse(Quotes, await read(quotesTool, { codes }));
      const nowMs = serverMs();
      return {
        ...verdict(rest),
        quotes: quotes.map(({ updatedAt: at, ...quote }): Quote1 => ({
          ...quote,
          at,
          ageMs: at === undefined ? undefined : Math.max(0, nowMs - at),
        })),
      };
    },
    searchCalendar: async (keyword) => {
      const { events, ...rest } = v.parse(Releases, await read(searchCalendarTool, { keyword }));
      return { ...verdict(rest), releases: events.map(({ timeUtc: time, ...event }): Release1 => ({ time, ...event })) };
    },
    securities: async () => {
      const mayHold = (): boolean => allowed().access !== 'market' && !privacy.isOn && isSignedIn(access.current);
      const symbols = [...new Set(watchlist.list.flatMap((group) => group.symbols))];
      allowed();
      const found = mayHold() ? await held(askerOf({ kind: 'extension', name: program.name }))() : null;
      return { watchlist: symbols, held: found === null || !mayHold() ? undefined : found.map(({ symbol }) => symbol) };
    },
    onDidChange: (listener) => {
      const tell = (change: Change1) => (): void => listener(change);
      return vscode.Disposable.from(
        onSessionChange(access, tell('session')),
        programs.onDidChange(tell('access')),
        watchlist.onDidChange(tell('watchlist')),
      );
    },
  };
}

function verdict({ isComplete, missing, notOffered, environment }: v.InferOutput<v.ObjectSchema<typeof Verdict, undefined>>): Verdict1 {
  return {
    isComplete,
    ...(missing === undefined ? {} : { missing }),
    ...(notOffered === undefined ? {} : { notOffered }),
    environment: environment === 'live' ? 'live' : 'sandbox',
  };
}
