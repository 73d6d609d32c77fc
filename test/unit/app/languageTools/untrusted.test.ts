import { describe, expect, it } from 'vitest';
import { untrusted } from '../../../../src/app/languageTools/untrusted';

describe('a text of the service for a language model', () => {
  it('has no hidden characters, in any field or name of a field', () => {
    const smuggled = 'Apple\u{e0049}\u{e0067}\ufe0f\u202e';
    expect(untrusted({ quotes: [{ name: smuggled, [smuggled]: 1 }], total: null, isComplete: true })).toEqual({
      quotes: [{ name: 'Apple⟨U+E0049⟩⟨U+E0067⟩⟨U+FE0F⟩⟨U+202E⟩', 'Apple⟨U+E0049⟩⟨U+E0067⟩⟨U+FE0F⟩⟨U+202E⟩': 1 }],
      total: null,
      isComplete: true,
    });
  });

  it('is cut when it is long', () => {
    const [text] = untrusted(['x'.repeat(200_000)]) as readonly string[];
    expect(text).toBe(`${'x'.repeat(299)}…`);
  });
});
