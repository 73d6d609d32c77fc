import type { RouteTools, SandboxRequest } from '../../types';
import { OrderRefused } from '../../world/orders/orderChange';

export interface PageSizes {
  readonly standard: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** The lists of orders and of the day's fills. */
export const ordersPage: PageSizes = { standard: 50, minimum: 10, maximum: 100 };

/** One page of a list of the account family, with the fields beside it. */
export interface FlaggedPage<T> {
  readonly items: readonly T[];
  readonly rest: { readonly page_flag: string; readonly completed: boolean };
}

/**
 * Cuts the requested page.
 *
 * @param binding - What its cursor is valid for.
 * @throws {@link OrderRefused}
 */
export function flaggedPage<T>(
  tools: RouteTools,
  context: SandboxRequest,
  binding: string,
  all: readonly T[],
  sizes: PageSizes,
): FlaggedPage<T> {
  const size = pageSize(context, sizes);
  const flag = context.req.query('page_flag') ?? '';
  const offset = flag === '' ? 0 : tools.cursors.open(binding, flag);
  if (offset === undefined) throw new OrderRefused('page_flag is not valid');
  const end = offset + size;
  const completed = end >= all.length;
  return { items: all.slice(offset, end), rest: { page_flag: completed ? '' : tools.cursors.seal(binding, end), completed } };
}

function pageSize(context: SandboxRequest, { standard, minimum, maximum }: PageSizes): number {
  const text = context.req.query('page_size') ?? String(standard);
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (size < minimum || size > maximum) throw new OrderRefused(`page_size must be from ${String(minimum)} to ${String(maximum)}`);
  return size;
}
