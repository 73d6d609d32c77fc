const comparing = new Set(['+', '<', '>', '<=', '>=']);
const toNumber = new Set(['Number', 'parseFloat', 'parseInt', 'Number.parseFloat', 'Number.parseInt']);

/**
 * Exact amounts are texts (`DecimalText`). As numbers they lose digits, and joining or comparing them as texts gives wrong results: `'9' >
 * '10'`. Types allow all of that, because a text is a text.
 */
export const exactAmounts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      number: 'An exact amount loses digits as a number. Calculate with domain/values; for a picture only, use roughNumber.',
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
    return {
      CallExpression(node) {
        const [argument] = node.arguments;
        if (argument !== undefined && toNumber.has(context.sourceCode.getText(node.callee)) && holdsAmount(argument))
          context.report({ node, messageId: 'number' });
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
