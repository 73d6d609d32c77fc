/**
 * The body of a character class (flag `u`) of everything that shows nothing or changes how other characters are shown: controls,
 * format characters such as bidirectional ones, line and paragraph separators, fillers, tags, variation selectors and
 * everything else that Unicode says is ignored when it is drawn, lone surrogates, noncharacters, and the blank Braille pattern.
 */
export const invisibleCharacters = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`;
