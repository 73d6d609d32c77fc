/** Pictures, keys by which rows are sorted, and figures in brief, whose tooltip has every digit: a digit more or less shows nowhere. */
const allowed = [
  'src/domain/values/amount.ts',
  'src/app/watchlist/daylines.ts',
  'src/ui/watchlist/watchHolding.ts',
  'src/ui/watchlist/watchQuote.ts',
  'src/webview/portfolio/pictures.ts',
  'src/webview/security/capital.ts',
  'src/webview/security/head.ts',
  'src/webview/security/side.ts',
  'src/webview/shared/texts/briefAmount.ts',
];

/** A rough number is an amount that has lost digits: what is calculated, compared, shown, or sent must not begin with one. */
export const roughAmounts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      rough:
        '{{ name }} loses digits. Calculate with domain/values/amount. If this is only a picture or an order of rows, add the file to the list in scripts/lint/roughAmounts.mjs.',
    },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    if (allowed.some((name) => file.endsWith(`/${name}`))) return {};
    return {
      ImportSpecifier({ imported, loc }) {
        if (/^rough(?:Number|Amount)$/.test(imported.name)) context.report({ loc, messageId: 'rough', data: { name: imported.name } });
      },
    };
  },
};
