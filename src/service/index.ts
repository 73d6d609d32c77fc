/** The client of the service: everything that the rest of the program may use of it. */
export type { Authenticator, Rejection } from './auth/authenticator';
export { parseBaseUrl } from './baseUrl';
export type { BaseUrl } from './baseUrl';
export { createServiceClient } from './client';
export type { ServiceClientOptions } from './client';
export { hotLimit } from './endpoints/calendar/hotCalendar';
export { modifyOrder, prepareModification } from './endpoints/orders/modifyOrder';
export { searchLimit } from './endpoints/calendar/searchCalendar';
export {
  ApiError,
  AuthError,
  DecodeError,
  HttpError,
  InvalidInputError,
  OutcomeUnknownError,
  PaginationError,
  ServiceError,
  TransportError,
} from './errors';
export type { AuthErrorCode, ErrorCode, PaginationErrorCode, RequestLabel, TransportErrorCode } from './errors';
export type { RequestEvent } from './requests/exchanger';
export { isNotOffered } from './notOffered';
export { Pacer, publishedRates } from './requests/pacer';
export { classifyWriteAnswer } from './requests/outcome';
export type { WriteEvidence } from './requests/outcome';
export { collectItems, firstCursor, iterateItems, iteratePages, paginationLimits } from './lists/pagination';
export type { CollectedItems, IterateOptions, PageFetcher, PaginationLimits } from './lists/pagination';
export type * from './marketRecords';
export type * from './records';
export type * from './schema/units';
export { serverCodes } from './serverCodes';
export type { BeyondClient, CallOptions, Methods, NotOffered, ServiceClient, SpecifiedMethods } from './serviceClient';
export { readDeadlines, writeDeadlines } from './transport/settings';
export type { Deadlines, ProxySettings, TransportSettings } from './transport/settings';
export { createTransport } from './transport/transport';
export type { TransportOptions } from './transport/transport';
export type { Freshness, HttpMethod, SendOptions, Transport, WireRequest, WireResponse } from './transport/types';
