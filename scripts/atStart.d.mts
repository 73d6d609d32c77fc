/** Parts of the program that a signed-in window loads by itself, beside the container. */
export declare const atStart: readonly string[];
