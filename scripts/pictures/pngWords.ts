import { crc32 } from 'node:zlib';

/** A PNG begins with these 8 bytes, followed by its chunks: length, type, data, and checksum. */
const signature = 8;
const keyword = 'Words';

/** The picture with its visible texts, one per line, in a text chunk: text in a bitmap can't be read otherwise. */
export function withWords(png: Uint8Array, texts: readonly string[]): Uint8Array {
  const type = new TextEncoder().encode('iTXt');
  // Keyword, no compression, no language, no translated keyword, text.
  const data = Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`), Buffer.from(texts.join('\n'))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([type, data])));
  // The header is the first chunk, with 13 bytes of data.
  const afterHeader = signature + 12 + 13;
  return Buffer.concat([png.subarray(0, afterHeader), length, type, data, sum, png.subarray(afterHeader)]);
}

/** The texts that {@link withWords} put into a picture; undefined if there are none. */
export function wordsIn(png: Uint8Array): readonly string[] | undefined {
  const view = Buffer.from(png.buffer, png.byteOffset, png.length);
  for (let at = signature; at + 12 <= view.length;) {
    const length = view.readUInt32BE(at);
    const data = view.subarray(at + 8, at + 8 + length);
    const begin = `${keyword}\0\0\0\0\0`;
    if (view.toString('latin1', at + 4, at + 8) === 'iTXt' && data.toString('latin1', 0, begin.length) === begin)
      return data.toString('utf8', begin.length).split('\n');
    at += 12 + length;
  }
  return undefined;
}
