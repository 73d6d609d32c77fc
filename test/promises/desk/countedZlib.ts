import * as zlib from 'node:zlib';
import type { Machine } from './machine';

type Callback = (error: Error | null, bytes: Buffer) => void;
type Decode = (bytes: Uint8Array, options: zlib.ZlibOptions, callback: Callback) => void;

/**
 * `node:zlib`, whose decoders work on other threads: while one is at work, the machine's time stands still. Otherwise time would pass
 * on a busy computer until requests time out.
 */
export function countedZlib(machine: Machine): object {
  const counted =
    (decode: Decode): Decode =>
    (bytes, options, callback) => {
      const end = machine.hold();
      decode(bytes, options, (error, decoded) => {
        end();
        callback(error, decoded);
      });
    };
  return { ...zlib, gunzip: counted(zlib.gunzip), inflate: counted(zlib.inflate), brotliDecompress: counted(zlib.brotliDecompress) };
}
