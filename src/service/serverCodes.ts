/**
 * The service codes that the client handles, with one name each: `ret_code` and `code` of the quote family and of the
 * gateway, `errcode` of orders (Spec, Errors; those without a row there are beyond the specification). Any other code is
 * shown as it came.
 */
export const serverCodes = {
  /** Internal error; a read may be sent again. */
  internalError: -2,
  /** `invalid_parameter`. */
  invalidParameter: -3,
  /** `internal_error`: the backend returned a business error; a read may be sent again. */
  backendError: -4,
  remoteCallFailed: -5,
  mappingFailed: -6,
  unknownSymbol: -7,
  unsupported: -8,
  /** No permission for this data or this endpoint. */
  permissionDenied: -9,
  noData: -10,
  rateLimited: -11,
  orderError: -1200,
  confirmationRequired: -2100,
  browserRequired: -2101,
  /** The timestamp of a signed request is too far off; also seen after a wrong signature. */
  timestampRejected: -12006,
} as const;
