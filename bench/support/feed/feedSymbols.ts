/** As many as one connection can subscribe to. */
export const symbols: readonly string[] = Array.from({ length: 500 }, (_, at) => `HK.${String(at + 1).padStart(5, '0')}`);
