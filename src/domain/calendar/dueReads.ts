/** Milliseconds after a release at which its value is asked for, until the service has it. */
const lagsMs: readonly number[] = [3_000, 20_000, 120_000];

/**
 * When a list of releases is to be read again, so that a value appears when it comes out.
 *
 * @param releases - Times in Unix seconds; `announce` is null or empty until the value is out.
 * @returns milliseconds from `nowMs`; undefined where no value is awaited any more.
 */
export function untilDueRead(
  releases: readonly { readonly time: number; readonly announce: string | null }[],
  nowMs: number,
): number | undefined {
  let next: number | undefined;
  for (const { time, announce } of releases) {
    if (announce !== null && announce !== '') continue;
    const due = lagsMs.map((lag) => time * 1000 + lag - nowMs).find((ms) => ms > 0);
    if (due !== undefined && (next === undefined || due < next)) next = due;
  }
  return next;
}
