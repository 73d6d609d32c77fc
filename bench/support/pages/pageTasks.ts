import * as v from 'valibot';

const Trace = v.object({
  traceEvents: v.array(
    v.looseObject({ name: v.string(), ph: v.string(), pid: v.number(), tid: v.number(), tdur: v.optional(v.number()), args: v.unknown() }),
  ),
});
const NamedThread = v.object({ name: v.literal('CrRendererMain') });

/** The processor time of each task in a page in milliseconds, from a Chromium trace: other load on the machine does not count. */
export function pageTasks(trace: Buffer): readonly number[] {
  const { traceEvents } = v.parse(Trace, JSON.parse(trace.toString('utf8')));
  const threadOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }): string => `${String(pid)} ${String(tid)}`;
  const pages = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && v.is(NamedThread, args)).map(threadOf));
  return traceEvents.flatMap((event) =>
    event.ph === 'X' && event.name === 'RunTask' && event.tdur !== undefined && pages.has(threadOf(event)) ? [event.tdur / 1000] : [],
  );
}

/** The longest of the tasks; over every limit if there were none. */
export function longestOf(tasks: readonly number[]): number {
  return tasks.length === 0 ? Number.NaN : Math.max(...tasks);
}
