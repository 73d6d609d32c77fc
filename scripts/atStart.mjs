/** Parts of the program that a signed-in window loads by itself, beside the container. */
export const atStart = ['positions', 'registerPlates', 'registerToday', 'orders', 'live', 'transport'];
