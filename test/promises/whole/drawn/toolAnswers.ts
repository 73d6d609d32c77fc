import type { ReadToolName } from '../../../../src/app/languageTools/tools';
import type { EditorWindow } from '../../desk/editorWindow';
import { firstOf, isUnseen } from '../../fuzz/characters';

/** The input for each tool with the hostile service; the compiler reports a new one that is missing. */
const inputs: Readonly<Record<ReadToolName, object>> = {
  marketDesk_searchCalendar: { keyword: 'CPI' },
  marketDesk_listHotEvents: {},
  marketDesk_getIndicatorHistory: { keyword: 'CPI' },
  marketDesk_getQuotes: { codes: ['HK.00001', 'HK.00002', 'US.AAPL'] },
  marketDesk_getCandles: { code: 'HK.00001' },
  marketDesk_listConstituents: { plate: 'HK.BK1' },
  marketDesk_listTradingDays: { market: 'HK', year: 2026, month: 11 },
  marketDesk_listWatchlist: {},
  marketDesk_listPositions: {},
  marketDesk_listOpenOrders: {},
  marketDesk_listFills: {},
  marketDesk_listOrderChanges: {},
};

/** No field of an answer is longer than this. */
const longest = 1_000;
const patienceMs = 120_000;

/** Every text in the answer of every tool, including names of fields, or the error message. */
export async function toolTexts(window: EditorWindow): Promise<readonly string[]> {
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  const texts: string[] = [];
  for (const [name, input] of Object.entries(inputs)) {
    const run: { texts?: readonly string[] } = {};
    Promise.resolve(window.tools.get(name)?.invoke({ input }, token)).then(
      (result) => (run.texts = answered(result)),
      (error: unknown) => (run.texts = [error instanceof Error ? error.message : String(error)]),
    );
    await window.options.machine.runUntil(() => run.texts !== undefined, patienceMs);
    texts.push(...(run.texts ?? []));
  }
  return texts;
}

/** Anything in a text for a model that a human would not see. */
export function faultOfAnswer(text: string): string | undefined {
  const unseen = firstOf(text, isUnseen);
  if (unseen !== undefined) return `the invisible ${unseen}`;
  return text.length > longest ? `${text.length} characters` : undefined;
}

function answered(result: unknown): readonly string[] {
  if (typeof result !== 'object' || result === null || !('content' in result) || !Array.isArray(result.content)) return [];
  return (result.content as unknown[]).flatMap((part) =>
    typeof part === 'object' && part !== null && 'value' in part ? textsOf(JSON.parse(String(part.value)) as unknown) : [],
  );
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [...(Array.isArray(value) ? [] : [name]), ...textsOf(part)]);
}
