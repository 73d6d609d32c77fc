/** The most that may be loaded in every window of everybody who has the extension, used or not: it is read and compiled there. */
export const eagerBudget = 80 * 1024;

/** A page's own script is read and compiled when the page is opened. */
export const pageBudget = 260 * 1024;

/**
 * The packed extension. Nobody notices its size but who downloads it; this only tells of a library, or of an output of the build, that got
 * in by mistake.
 */
export const packageBudget = 1536 * 1024;
