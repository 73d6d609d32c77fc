import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { answerDecoders } from './subjects/answers';
import { loadBundled } from './bundled';
import { callbackParser } from './subjects/callbacks';
import { cursorEcho } from './subjects/cursors';
import { decimalGrammar } from './subjects/decimals';
import { isTexts, notifications, tooltips } from './subjects/editorTexts';
import { pemImport } from './subjects/keys';
import { linkGate, serviceAddress } from './subjects/links';
import { longTexts } from './subjects/longTexts';
import { recipes } from './subjects/recipes';
import { retryAfterHeader } from './subjects/retryAfter';
import { calendarRows, installDom, isPage } from './subjects/rows';
import { emSplitter } from './subjects/segments';
import { proveSigning } from './signing/signing';
import { stateViews } from './subjects/states';
import { judge, shortest } from './subject';
import type { Subject } from './subject';
import { tradingDays } from './subjects/tradingDays';

const mostBreaches = 5;
const signedRequests = { quick: 300, full: 2_000 };

/** Promise 11: text and links from the server run nothing. */
export const proof11: Proof = {
  number: 11,
  promise: 'text and links from the server run nothing',
  quickRuns: 800,
  fullRuns: 1_000_000,
  run: async (context) => {
    const { subjects, dispose } = await loadSubjects();
    const counts = new Map<string, number>();
    const breaches: Breach[] = [];
    try {
      for (let index = context.from; index < context.from + context.runs && breaches.length < mostBreaches; index += 1) {
        const random = Random.forCase(context.seed, index);
        const subject = pick(subjects, random);
        const input = subject.draw(random);
        counts.set(subject.name, (counts.get(subject.name) ?? 0) + 1);
        if ((await judge(subject, input)) !== undefined) breaches.push(await explain(subject, input, context.seed, index));
        context.progress(index);
      }
    } finally {
      dispose();
    }
    const signing = await proveSigning(context.seed, context.quick ? signedRequests.quick : signedRequests.full);
    breaches.push(...signing.breaches);
    const cases = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return {
      cases,
      tried: `${cases} hostile inputs: ${[...counts]
        .sort()
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}; ${signing.requests} signatures of both algorithms verified in another language (${signing.language})`,
      found: `${breaches.length} opened that may not be, executed as markup, altered, slow, or threw`,
      breaches,
    };
  },
};

async function loadSubjects(): Promise<{ readonly subjects: readonly Subject[]; readonly dispose: () => void }> {
  installDom();
  const page = await loadBundled('fuzz/page/renderRow.ts');
  const texts = await loadBundled('fuzz/editor/texts.ts');
  if (!isPage(page.module) || !isTexts(texts.module)) throw new Error('the parts of the page and of the editor could not be loaded');
  const drawn = [calendarRows(page.module), stateViews(page.module, texts.module), tradingDays(texts.module)];
  return {
    subjects: [
      linkGate,
      serviceAddress,
      emSplitter,
      decimalGrammar,
      retryAfterHeader,
      callbackParser,
      answerDecoders(),
      cursorEcho(),
      pemImport,
      longTexts,
      recipes,
      ...drawn,
      tooltips(texts.module),
      notifications(texts.module),
    ],
    dispose: () => {
      page.dispose();
      texts.dispose();
    },
  };
}

function pick(subjects: readonly Subject[], random: Random): Subject {
  let left = random.next() * subjects.reduce((sum, { weight }) => sum + weight, 0);
  for (const subject of subjects) {
    left -= subject.weight;
    if (left < 0) return subject;
  }
  throw new Error('no subject');
}

async function explain(subject: Subject, input: string, seed: number, index: number): Promise<Breach> {
  const least = await shortest(subject, input);
  const problem = await judge(subject, least);
  return {
    summary: `${subject.name}: ${problem ?? 'fails only sometimes'}, by ${JSON.stringify(least)}`,
    replay: { seed, case: index, subject: subject.name, input, shortest: least },
  };
}
