import * as v from 'valibot';

const strings = v.array(v.string());

const client = v.object({
  id: v.string(),
  issuedAtSeconds: v.number(),
  name: v.string(),
  redirectUris: strings,
  grantTypes: strings,
  responseTypes: strings,
  authMethod: v.picklist(['none', 'client_secret_post']),
  registrationTokenDigest: v.string(),
  secretDigest: v.optional(v.string()),
});

const grantFields = {
  digest: v.string(),
  /** Links the tokens of one consent, so that they can be revoked together. */
  consent: v.string(),
  clientId: v.string(),
  user: v.string(),
  scopes: strings,
  /** Account IDs, or `*` for every account of the user. */
  accounts: strings,
};

const refreshToken = v.object(grantFields);
const accessToken = v.object({ ...grantFields, expiresAtMs: v.number() });

const appKey = v.object({
  id: v.string(),
  user: v.string(),
  algorithm: v.picklist(['Ed25519', 'RSA-SHA256']),
  /** SubjectPublicKeyInfo PEM. */
  publicKey: v.string(),
  createdAtMs: v.number(),
});

export const orderSide = v.picklist(['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK']);
const status = v.picklist(['SUBMITTING', 'SUBMITTED', 'FILLED_PART', 'FILLED_ALL', 'CANCELLED_PART', 'CANCELLED_ALL', 'FAILED']);

/** The types of orders. */
export const orderType = v.picklist([
  'LIMIT',
  'MARKET',
  'AUCTION',
  'AUCTION_LIMIT',
  'STOP',
  'STOP_LIMIT',
  'MARKET_IF_TOUCHED',
  'LIMIT_IF_TOUCHED',
]);

/** The state of a changed order. */
const order = v.object({
  account: v.string(),
  id: v.string(),
  quantity: v.string(),
  price: v.string(),
  auxPrice: v.string(),
  updatedMs: v.number(),
  lastError: v.string(),
  /** Absent in files of earlier versions, like the next two. */
  status: v.optional(status),
  dealtQuantity: v.optional(v.string()),
  dealtPrice: v.optional(v.string()),
});

/** An order that a caller placed, or an order of the start that a change brought to the market. */
const placedOrder = v.object({
  account: v.string(),
  id: v.string(),
  code: v.string(),
  exchange: v.string(),
  side: orderSide,
  type: orderType,
  status,
  timeInForce: v.picklist(['DAY', 'GTC']),
  quantity: v.string(),
  price: v.string(),
  auxPrice: v.string(),
  dealtQuantity: v.string(),
  dealtPrice: v.string(),
  createdMs: v.number(),
  updatedMs: v.number(),
  lastError: v.string(),
  remark: v.string(),
  rule: v.string(),
  session: v.string(),
  market: v.optional(v.number()),
  isExpired: v.boolean(),
  /** Only in orders of the start. */
  enteredMs: v.optional(v.number()),
});

const deal = v.object({
  id: v.string(),
  account: v.string(),
  orderId: v.string(),
  code: v.string(),
  side: orderSide,
  quantity: v.string(),
  price: v.string(),
  atMs: v.number(),
});

/** What survives a restart; secrets are stored only as digests. */
export const savedState = v.object({
  version: v.literal(1),
  clients: v.array(client),
  refreshTokens: v.array(refreshToken),
  accessTokens: v.array(accessToken),
  appKeys: v.array(appKey),
  /** Absent in files of earlier versions. */
  orders: v.optional(v.array(order), []),
  placed: v.optional(v.array(placedOrder), []),
  deals: v.optional(v.array(deal), []),
});

export type ClientRecord = Readonly<v.InferOutput<typeof client>>;
export type RefreshTokenRecord = Readonly<v.InferOutput<typeof refreshToken>>;
export type AccessTokenRecord = Readonly<v.InferOutput<typeof accessToken>>;
export type AppKeyRecord = Readonly<v.InferOutput<typeof appKey>>;
export type OrderState = Readonly<v.InferOutput<typeof order>>;
export type PlacedOrderState = Readonly<v.InferOutput<typeof placedOrder>>;
export type DealState = Readonly<v.InferOutput<typeof deal>>;
export type SavedState = v.InferOutput<typeof savedState>;
