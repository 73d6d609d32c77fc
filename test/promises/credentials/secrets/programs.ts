import { AccountNames } from '../../../../src/app/agents/accountNames';
import { AgentLog } from '../../../../src/app/agents/agentLog';
import { recipeLanguages, requestRecipe } from '../../../../src/app/diagnostics/requestRecipe';
import type { RecipeInput } from '../../../../src/app/diagnostics/requestRecipe';
import { ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { readTools } from '../../../../src/app/languageTools/tools';
import type { ReadToolName } from '../../../../src/app/languageTools/tools';
import { presentError } from '../../../../src/ui/platform/errors/presentError';
import { booksOf } from '../../../support/builders/books';
import { nothingElse } from '../../../support/builders/tools';
import type { Desk } from '../desk';

type Outlet = (where: string, text: string) => void;

/** The input of each tool; the compiler reports a new one that is missing. The API for other extensions uses two of them. */
const inputs: Readonly<Record<ReadToolName, object>> = {
  marketDesk_searchCalendar: { keyword: 'CPI' },
  marketDesk_listHotEvents: {},
  marketDesk_getIndicatorHistory: { keyword: 'CPI' },
  marketDesk_getQuotes: { codes: ['HK.00700'] },
  marketDesk_getCandles: { code: 'HK.00700' },
  marketDesk_listConstituents: { plate: 'HK.BK1000' },
  marketDesk_listTradingDays: { market: 'HK', year: 2026, month: 11 },
  marketDesk_listWatchlist: {},
  marketDesk_listPositions: {},
  marketDesk_listOpenOrders: {},
  marketDesk_listFills: {},
  marketDesk_listOrderChanges: {},
};

/** Everything that other programs get to read: the answer or error of each tool, and the log of their calls. */
export async function tellPrograms({ access, log, redactor }: Desk, told: readonly string[], out: Outlet): Promise<void> {
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  const books = booksOf({ access, time: clock });
  const answers = new ToolAnswers({
    ...nothingElse,
    access,
    books,
    clock,
    timeZone: () => 'UTC',
    describeError: (error) => presentError(error).message,
    signInTitle: () => 'Sign In',
    log,
    privacy: { isOn: false },
  });
  const accounts = new AccountNames(
    () => [],
    () => '',
  );
  const calledLog = new AgentLog({ clock, log, conceal: (text) => redactor.conceal(text) });
  for (const [name, tool] of Object.entries(readTools)) {
    const options = { program: { kind: 'agent', name: 'agent' }, accounts, signal: AbortSignal.timeout(2_500) } as const;
    const text = await answers.answer(tool, inputs[name as ReadToolName], options).catch((error: unknown) => String(error));
    out(`an answer to a program (${name})`, text);
    // If a program mentions the user's credentials, it has them from elsewhere.
    calledLog.writeCall({
      ...{ agent: 'agent', tool: name, input: JSON.stringify({ text: told }), size: text.length, ms: 1 },
      ...{ isError: false, isPersonal: false, isKnown: true },
    });
  }
  out('the log of agents', JSON.stringify(calledLog.entries()));
}

/** A copied request in each of its languages. */
export function copyRequests(input: RecipeInput, out: Outlet): void {
  for (const language of recipeLanguages) out(`a copied request (${language})`, requestRecipe(language, input));
}
