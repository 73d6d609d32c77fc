declare const unit: unique symbol;
type WithUnit<T, U extends string> = T & { readonly [unit]?: U };

/** Unix time in whole seconds (calendar `event_time`). */
export type UnixSeconds = WithUnit<number, 's'>;
/** Unix time in milliseconds (`server_time_ms`, quotes). */
export type UnixMilliseconds = WithUnit<number, 'ms'>;
/** Unix time in microseconds as decimal text (times of the `/accounts` family). */
export type UnixMicrosecondsText = WithUnit<string, 'us'>;
/** A decimal number exactly as the service wrote it. Never converted to a float. */
export type DecimalText = WithUnit<string, 'decimal'>;
/** `yyyy-MM-dd`. */
export type IsoDate = WithUnit<string, 'yyyy-MM-dd'>;
/** `yyyyMMdd`. */
export type BasicDate = WithUnit<string, 'yyyyMMdd'>;
/** Opaque pagination cursor: echoed, never parsed or built (Spec, Pagination object). */
export type Cursor = WithUnit<string, 'cursor'>;
