// Shifts the clock of a program or a page by a number of milliseconds, so that a test chooses its day: Node.js takes the number from its
// environment, a page from a value that was set before. Only `Date` is shifted; clocks that measure durations are not.
{
  const ms = Number(globalThis.process?.env?.['MARKET_DESK_CLOCK_SHIFT'] ?? globalThis.marketDeskClockShift ?? 0);
  const Real = Date;
  const now = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
