import { deflateAsync } from '@gfx/zopfli';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import type { FileEntry } from '@zip.js/zip.js';

/** Rounds in the library's search for shorter code; more of them take longer and save less than 1 KB. */
const rounds = 5;

/** The same zip file with the same entries, compressed as far as deflate allows: about 4% less to download. Takes about 10 s for a package. */
export async function squeeze(zip: Uint8Array): Promise<Uint8Array> {
  const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true });
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const { content, isDeflated } = await smaller(entry);
    await writer.add(entry.filename, new Uint8ArrayReader(content), {
      entry,
      passThrough: true,
      compressionMethod: isDeflated ? 8 : 0,
      dataDescriptor: false,
    });
  }
  await reader.close();
  return writer.close();
}

async function smaller(entry: FileEntry): Promise<{ readonly content: Uint8Array; readonly isDeflated: boolean }> {
  const plain = await entry.getData(new Uint8ArrayWriter());
  const content = plain.length === 0 ? plain : await deflateAsync(plain, { numiterations: rounds });
  return content.length < plain.length ? { content, isDeflated: true } : { content: plain, isDeflated: false };
}
