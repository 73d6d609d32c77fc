/** Milliseconds after a release at which its value is requested, until the service has it. */
const lagsMs: readonly number[] = [3_000, 20_000, 120_000];

/**
 * When to read a list of releases again, so that a value appears when it is published.
 *
 * @param releases - Times in Unix seconds; `announce` is null or empty until the value is published.
 * @returns milliseconds from `nowMs`; undefined if no more values are expected.
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
