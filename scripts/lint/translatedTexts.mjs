/** What the editor or a page shows under these names. */
const shownNames = new Set(['label', 'description', 'tooltip', 'title', 'message', 'detail', 'prompt', 'placeholder', 'placeHolder']);
/** An English word: names of data are written `likeThis`, exchanges and currencies `LIKE THIS`, and codes have digits or dots. */
const word = /(?:^|[\s(])[A-Z]?[a-z]{2,}(?=$|[\s:,.!?…)])/;
const capitalized = /^[A-Z][a-z]+(?: [A-Za-z&]+)*$/;
const shownAttribute = /\b(?:title|aria-label|placeholder|alt|aria-description)="([^"\u0000]*)/g;

/**
 * Texts that users read come from l10n.t: labels of rows, first cells of the tables in hovers, and what a template of a page says between its
 * tags. Typed there, they stay English in every language.
 */
export const translatedTexts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { bare: '"{{ text }}" would stay English. Write l10n.t(…), then run npm run l10n.' },
  },
  create(context) {
    const { sourceCode } = context;
    const report = (node, text) => context.report({ node, messageId: 'bare', data: { text: text.trim().slice(0, 40) } });
    const textOf = (node) =>
      node?.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node?.type === 'TemplateLiteral'
          ? node.quasis.map(({ value }) => value.raw).join(' ')
          : node?.type === 'ConditionalExpression'
            ? [textOf(node.consequent), textOf(node.alternate)].find((text) => text !== undefined && word.test(text))
            : undefined;
    const isUrl = (text) => /:\/\//.test(text);
    return {
      AssignmentExpression({ left, right }) {
        const text = textOf(right);
        if (left.type !== 'MemberExpression' || !shownNames.has(left.property.name) || text === undefined) return;
        if (word.test(text) && !isUrl(text)) report(right, text);
      },
      /** `['Previous close', price]`: a row of a hover. */
      'ArrayExpression[elements.length=2]'({ elements: [label, value] }) {
        if (label?.type !== 'Literal' || typeof label.value !== 'string' || value?.type === 'Literal') return;
        if (capitalized.test(label.value) && /[a-z]{2}/.test(label.value)) report(label, label.value);
      },
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier' || !/^(?:html|svg)$/.test(tag.name)) return;
        const whole = quasi.quasis.map(({ value }) => value.raw).join('\u0000');
        const between = whole
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/<style[\s\S]*?<\/style>/g, '')
          .replace(/<[^>]*>/g, '\u0000');
        for (const text of between.split('\u0000')) if (/[a-z]{2,}/.test(text.replace(/&\w+;/g, ''))) report(quasi, text);
        for (const [, shown = ''] of whole.matchAll(shownAttribute)) if (/[A-Za-z]{2,}/.test(shown)) report(quasi, shown);
      },
    };
  },
};
