const comparing = new Set(['+', '<', '>', '<=', '>=']);
const toNumber = new Set(['Number', 'parseFloat', 'parseInt', 'Number.parseFloat', 'Number.parseInt']);

/**
 * Exact amounts are texts (`DecimalText`), and whole numbers (`Amount`) while they are calculated with. As numbers they lose digits, and
 * joining or comparing them as texts gives wrong results: `'9' > '10'`. Types allow all of that, because a text is a text.
 */
export const exactAmounts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      number: 'An exact amount loses digits as a number. Calculate with domain/values; for a picture only, use roughNumber.',
      whole:
        'An amount in whole units loses digits as a number. Calculate with domain/values; for a picture or an order of rows, use roughAmount.',
      text: 'Amounts are texts, and would be joined or compared as texts. Read them first: parseAmount of domain/values.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isAmount = (type) =>
      type.isUnion()
        ? type.types.some(isAmount)
        : type.isIntersection() &&
          type
            .getProperties()
            .some(
              (property) =>
                property.escapedName.startsWith('__@unit') && checker.typeToString(checker.getTypeOfSymbol(property)).includes('"decimal"'),
            );
    const holdsAmount = (node) => isAmount(services.getTypeAtLocation(node));
    const isWhole = (node) => checker.typeToString(checker.getBaseTypeOfLiteralType(services.getTypeAtLocation(node))) === 'bigint';
    const holdsAmounts = (node) => {
      const each = services.getTypeAtLocation(node).getNumberIndexType();
      return each !== undefined && isAmount(each);
    };
    /** `Number(amount.replaceAll(',', ''))` is a number of an amount all the same. */
    const fromAmount = (node) =>
      holdsAmount(node) || (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && holdsAmount(node.callee.object));
    return {
      CallExpression(node) {
        const [argument] = node.arguments;
        if (argument === undefined) return;
        const { callee } = node;
        const isMap =
          callee.type === 'MemberExpression' && callee.property.name === 'map' && toNumber.has(context.sourceCode.getText(argument));
        if (isMap ? holdsAmounts(callee.object) : toNumber.has(context.sourceCode.getText(callee)) && fromAmount(argument))
          context.report({ node, messageId: 'number' });
        else if (callee.type === 'Identifier' && callee.name === 'Number' && isWhole(argument))
          context.report({ node, messageId: 'whole' });
      },
      UnaryExpression(node) {
        if ((node.operator === '+' || node.operator === '-') && holdsAmount(node.argument)) context.report({ node, messageId: 'number' });
      },
      BinaryExpression(node) {
        if (comparing.has(node.operator) && holdsAmount(node.left) && holdsAmount(node.right)) context.report({ node, messageId: 'text' });
      },
    };
  },
};
