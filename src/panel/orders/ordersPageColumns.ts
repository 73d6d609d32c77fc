/** The columns of orders and of fills by their stable names, in their initial order. */
export const orderColumns = [
  'created',
  'symbol',
  'name',
  'side',
  'quantity',
  'price',
  'filled',
  'average',
  'status',
  'last',
  'distance',
  'type',
  'value',
  'message',
  'account',
  'trigger',
  'updated',
  'timeInForce',
  'session',
  'currency',
  'remark',
  'orderId',
] as const;
export type OrderColumnKey = (typeof orderColumns)[number];

export const fillColumns = [
  'created',
  'symbol',
  'name',
  'account',
  'side',
  'quantity',
  'price',
  'value',
  'status',
  'orderId',
  'fillId',
  'counterparty',
  'updated',
] as const;
export type FillColumnKey = (typeof fillColumns)[number];
