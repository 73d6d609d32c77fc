/** Parts of the program that a signed-in window loads by itself, beside the container. */
export const atStart = ['registerPositions', 'registerPlates', 'registerToday', 'orders', 'transport', 'watchlist', 'live'];
