import * as v from 'valibot';

/** How the bridge reaches the MCP server of one window: a file of its own for each window and program, readable by the user alone. */
export const WindowAddress = v.object({
  /** Path of the socket or pipe; without one, `port` says where the server listens. */
  socket: v.optional(v.string()),
  /** A port of 127.0.0.1. */
  port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
  /** What the server asks for. New for each start of the server and each program. */
  secret: v.pipe(v.string(), v.minLength(32), v.maxLength(100), v.regex(/^[\w-]+$/)),
});

export type WindowAddress = v.InferOutput<typeof WindowAddress>;

/** Beside the addresses: the program itself, and the tools that it offers while no window runs. */
export const bridgeFile = 'bridge.js';
export const offeredFile = 'offered.json';

export function addressFile(program: string, window: string): string {
  return `${program}.${window}.json`;
}

/** Whether the file holds an address for the program; without one, for any. */
export function isAddressFile(name: string, program = ''): boolean {
  return name.startsWith(program) && /^[\da-f]{16}\.[\da-f]{16}\.json$/.test(name);
}
