import { NeedleIndex } from './needleIndex';

/** The ways in which a secret may be written, by name; each is searched for in full. */
const encodings: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  plain: (secret) => [secret],
  percent: (secret) => [
    percent(secret, unreserved),
    percent(secret, unreserved).toLowerCase(),
    percent(secret, ''),
    percent(secret, unreserved).replaceAll('%20', '+'),
  ],
  'double percent': (secret) => [percent(percent(secret, unreserved), unreserved), percent(percent(secret, ''), unreserved)],
  base64: (secret) => [0, 1, 2].map((shift) => base64Middle(Buffer.from(secret), shift)),
  base64url: (secret) => [0, 1, 2].map((shift) => base64Middle(Buffer.from(secret), shift).replaceAll('+', '-').replaceAll('/', '_')),
  hex: (secret) => [
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  ],
  json: (secret) => [
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    units(secret, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  ],
  html: (secret) => [named(secret), units(secret, (unit) => `&#${unit};`), units(secret, (unit) => `&#x${unit.toString(16)};`)],
  'utf-16': (secret) => [
    units(secret, (unit) => String.fromCharCode(unit & 0xff, unit >> 8)),
    units(secret, (unit) => String.fromCharCode(unit >> 8, unit & 0xff)),
    Buffer.from(secret, 'utf16le').toString('base64').replace(/=+$/, '').slice(0, -1),
  ],
};

export const encodingCount = Object.keys(encodings).length;

const unreserved = /[A-Za-z0-9\-_.~]/;

/** Shorter values occur by chance. */
const shortest = 8;

function percent(text: string, keep: RegExp | ''): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      keep !== '' && byte < 0x80 && keep.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
}

/** The characters that don't depend on what precedes and follows, if the secret begins `shift` bytes into a group of three. */
function base64Middle(bytes: Buffer, shift: number): string {
  const skip = (3 - shift) % 3;
  const whole = Math.floor((bytes.length - skip) / 3) * 3;
  return bytes.subarray(skip, skip + whole).toString('base64');
}

function units(text: string, form: (unit: number) => string): string {
  return Array.from({ length: text.length }, (_, index) => form(text.charCodeAt(index))).join('');
}

function named(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return Array.from(text)
    .map((character) => entities[character] ?? character)
    .join('');
}

/** Every form in which the finder expects a secret. */
export function writings(secret: string): readonly { readonly encoding: string; readonly text: string }[] {
  return Object.entries(encodings).flatMap(([encoding, write]) =>
    write(secret)
      .filter((text) => text.length >= shortest)
      .map((text) => ({ encoding, text })),
  );
}

/** Searches all output of the program for secrets, in nine encodings. Shares no code with the program's redactor. */
export class Finder {
  readonly #needles = new NeedleIndex<{ readonly name: string; readonly encoding: string }>(shortest);

  add(name: string, secret: string): void {
    if (secret.length < shortest) throw new Error(`${name} is too short to be looked for`);
    for (const { encoding, text } of writings(secret)) this.#needles.add(text, { name, encoding });
  }

  /** What is found in `output`, as `name in encoding`; bytes are read as one character each. */
  find(output: string | Uint8Array): readonly string[] {
    const text = typeof output === 'string' ? output : Buffer.from(output).toString('latin1');
    return [...new Set(this.#needles.find(text).map(({ name, encoding }) => `${name} in ${encoding}`))];
  }
}

/** The encodings in which the finder would miss a secret; empty if it works. */
export function selfTest(secret: string): readonly string[] {
  const finder = new Finder();
  finder.add('probe', secret);
  return writings(secret).flatMap(({ encoding, text }) => (finder.find(`before ${text} after`).length > 0 ? [] : [encoding]));
}
