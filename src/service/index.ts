/** The service client's public API for the rest of the program. */
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
  ServiceError,
  TransportError,
} from './errors';
export type { AuthErrorCode, ConnectReason, ErrorCode, RequestLabel, TransportErrorCode } from './errors';
export type { RequestEvent } from './requests/requestSender';
export { isNotOffered } from './notOffered';
export { Pacer, publishedRates } from './requests/pacer';
export { classifyWriteAnswer } from './requests/outcome';
export type { WriteEvidence } from './requests/outcome';
export { findIn, firstFailure, listOf, mapList, seen } from './lists/list';
export type { Gap, Gaps, List } from './lists/list';
export { LiveList } from './lists/liveList';
export { PagedList } from './lists/pagedList';
export { readList } from './lists/readList';
export type { ListPart } from './lists/readList';
export type { ListPage, UnreadableRecord } from './schema/page';
export { walkLimits } from './lists/walk';
export type { WalkStop } from './lists/walk';
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
