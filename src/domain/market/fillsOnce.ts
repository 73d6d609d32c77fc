import { isMoreThan, sameNumber } from '../values/decimal';
import { fillStanding } from './fill';
import { isSameSecurity } from './security';

/** What a list tells of a fill. */
interface ListedFill {
  readonly dealId: string;
  readonly orderId: string;
  readonly code: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: string;
}

/**
 * Each fill once: two lists may have the same one, and a service that ignores the market has it in the list of each. One that was undone
 * stays undone, whatever another list says; otherwise the record that was updated last counts.
 *
 * @returns `alike`: how many of them have the ID of another, so that nobody can tell whether they are one fill.
 */
export function fillsOnce<T extends ListedFill>(fills: readonly T[]): { readonly fills: readonly T[]; readonly alike: number } {
  const known = new Map<string, T[]>();
  for (const fill of fills) {
    const id = JSON.stringify([fill.orderId, fill.dealId]);
    const sameId = known.get(id);
    if (sameId === undefined) {
      known.set(id, [fill]);
      continue;
    }
    const at = sameId.findIndex((other) => isSameFill(other, fill));
    const other = sameId[at];
    if (other === undefined) sameId.push(fill);
    else sameId[at] = valid(other, fill);
  }
  const groups = [...known.values()];
  const alike = groups.flatMap((sameId) => sameId.filter((one) => sameId.some((other) => other !== one && mayBeSame(one, other))));
  return { fills: groups.flat(), alike: alike.length };
}

/** Of two with the same ID. A correction keeps the time of the trade; a list may round it, or have that of the correction where one is undone. */
function isSameFill(one: ListedFill, other: ListedFill): boolean {
  if (!mayBeOfOneSecurity(one, other)) return false;
  if (!isSameTrade(one, other)) return hasTime(one) && one.createdAt === other.createdAt && isOneLater(one, other);
  return isOneTime(one.createdAt, other.createdAt) || (isOtherwise(one, other) && isNear(one, other));
}

/** Two records that are neither surely the same fill nor surely two. */
function mayBeSame(one: ListedFill, other: ListedFill): boolean {
  if (!mayBeOfOneSecurity(one, other) || !isNear(one, other)) return false;
  return isSameTrade(one, other) || isOtherwise(one, other) || !hasTime(one) || !hasTime(other) || one.createdAt === other.createdAt;
}

function isOtherwise(one: ListedFill, other: ListedFill): boolean {
  return fillStanding(one.status) !== fillStanding(other.status);
}

/** IDs that count anew every day repeat on another one. */
function isNear(one: ListedFill, other: ListedFill): boolean {
  const apart = timeBetween(one.createdAt, other.createdAt);
  return apart === undefined || apart < 12n * 3_600_000_000n;
}

function valid<T extends ListedFill>(one: T, other: T): T {
  const [standing, ofOther] = [fillStanding(one.status), fillStanding(other.status)];
  if (standing !== ofOther && standing === 'canceled') return one;
  if (standing !== ofOther && ofOther === 'canceled') return other;
  if (isMoreThan(one.updatedAt, other.updatedAt) === true) return one;
  if (isMoreThan(other.updatedAt, one.updatedAt) === true) return other;
  if (standing !== ofOther) return standing === 'unclear' ? one : other;
  return hasTime(one) && !hasTime(other) ? one : other;
}

function mayBeOfOneSecurity(one: ListedFill, other: ListedFill): boolean {
  return one.code === '' || other.code === '' || isSameSecurity(one.code, other.code);
}

function isSameTrade(one: ListedFill, other: ListedFill): boolean {
  const isSame = (left: string, right: string): boolean => left === right || sameNumber(left, right) === true;
  return one.side === other.side && isSame(one.quantity, other.quantity) && isSame(one.price, other.price);
}

function isOneLater(one: ListedFill, other: ListedFill): boolean {
  return sameNumber(one.updatedAt, other.updatedAt) === false || isOtherwise(one, other);
}

function hasTime({ createdAt }: ListedFill): boolean {
  return isTime(createdAt);
}

function isTime(text: string): boolean {
  return /^\d{10,17}$/.test(text);
}

/** In microseconds; undefined if one of the two is no time. */
function timeBetween(one: string, other: string): bigint | undefined {
  if (!isTime(one) || !isTime(other)) return undefined;
  const apart = BigInt(one) - BigInt(other);
  return apart < 0n ? -apart : apart;
}

/** Whether two times in microseconds are the same as far as both lists tell them: one may have whole seconds or milliseconds, or none at all. */
function isOneTime(one: string, other: string): boolean {
  const apart = timeBetween(one, other);
  if (apart === undefined) return true;
  const unit = [1_000_000n, 1_000n].find((size) => [one, other].some((time) => BigInt(time) % size === 0n)) ?? 1n;
  return apart < unit;
}
