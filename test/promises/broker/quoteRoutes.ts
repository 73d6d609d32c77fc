import type { Broker } from './broker';
import type { Arrival, Reply } from './wire';

const ok = (data: unknown, more: object = {}): Reply => ({ status: 200, body: { ret_code: 0, ret_msg: '', data, ...more } });

function listed(broker: Broker, name: string): readonly unknown[] {
  const found = broker.lists.get(name);
  return Array.isArray(found) ? found : [];
}

/** One page of a list with a cursor, as described by the specification's pagination object. */
function pageOf(
  rows: readonly unknown[],
  nextKey: string,
  limit: number,
): { readonly rows: readonly unknown[]; readonly pagination: object } {
  const from = Number(/^k(\d+)$/.exec(nextKey)?.[1] ?? '0');
  const isLast = from + limit >= rows.length;
  return {
    rows: rows.slice(from, from + limit),
    pagination: { has_more: !isLast, next_key: isLast ? '-1' : `k${from + limit}`, total: rows.length },
  };
}

export function simulatedAccounts(broker: Broker): Reply {
  return ok({ accounts: listed(broker, 'simulatedAccounts') });
}

export function positions(broker: Broker, request: Arrival): Reply {
  const account = decodeURIComponent(request.path.split('/')[4] ?? '');
  const market = request.query.get('market');
  const rows = listed(broker, `positions/${account}`).filter(
    (row) => market === null || (typeof row === 'object' && row !== null && 'market' in row && String(row.market) === market),
  );
  return ok({ positions: rows });
}

export function calendarEvents(broker: Broker, request: Arrival): Reply {
  const page = pageOf(listed(broker, 'search'), request.query.get('next_key') ?? '', Number(request.query.get('limit') ?? '20'));
  return ok(page.rows, { pagination: page.pagination });
}

export function hotEvents(broker: Broker, request: Arrival): Reply {
  const page = pageOf(listed(broker, 'hot'), request.query.get('next_key') ?? '', Number(request.query.get('limit') ?? '10'));
  return ok(page.rows, { pagination: page.pagination });
}

export function plateStock(broker: Broker, request: Arrival): Reply {
  const { next_key: nextKey, limit } = JSON.parse(request.body.toString('utf8')) as Readonly<Record<string, unknown>>;
  const plate = decodeURIComponent(request.path.split('/')[5] ?? '');
  const page = pageOf(listed(broker, `plate/${plate}`), String(nextKey), typeof limit === 'number' ? limit : 50);
  return { status: 200, body: { code: 0, data: { stock_list: page.rows }, pagination: page.pagination } };
}

export function plateStockGet(broker: Broker, request: Arrival): Reply {
  const page = pageOf(
    listed(broker, `plate/${request.query.get('plate_code') ?? ''}`),
    request.query.get('next_key') ?? '',
    Number(request.query.get('limit') ?? '200'),
  );
  return ok({ stock_list: page.rows }, { pagination: page.pagination });
}

export function plateList(broker: Broker): Reply {
  return ok({ plate_list: listed(broker, 'plateList') });
}

export function snapshot(broker: Broker, request: Arrival): Reply {
  const { code_list: codes } = JSON.parse(request.body.toString('utf8')) as Readonly<Record<string, unknown>>;
  const wanted = new Set(Array.isArray(codes) ? codes.map(String) : []);
  const rows = listed(broker, 'quotes').filter(
    (row) => typeof row === 'object' && row !== null && 'code' in row && wanted.has(String(row.code)),
  );
  return ok({ snapshot_list: rows });
}

/** The user's lists of securities at the service; all of them have the same content. */
export function securityGroups(broker: Broker): Reply {
  return ok({ group_list: listed(broker, 'groups').map((name) => ({ group_name: name, group_type: 'CUSTOM' })) });
}

export function groupSecurities(): Reply {
  return ok({ security_list: [{ code: 'HK.00001', stock_name: 'Any' }] });
}

export const changeGroup = (): Reply => ok({});

export function tradingDays(broker: Broker): Reply {
  return ok({ trading_days: listed(broker, 'tradingDays') });
}
