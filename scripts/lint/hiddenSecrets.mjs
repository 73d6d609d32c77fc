const logs = /^(?:trace|debug|info|warn|error|log|write|append|appendLine)$/;

/**
 * `secret.reveal()` goes onto the wire, into the secret storage, or into a comparison. In a text it can be cut, joined, and logged, and
 * the redactor no longer knows it.
 */
export const hiddenSecrets = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      text: 'A revealed secret in a text escapes from the redactor. Only the header `Bearer ${…}` is made like this.',
      log: 'A revealed secret, or a part of it, must not be logged.',
      cut: 'A part of a secret escapes from the redactor. Compare or send the whole; to name it, use a fingerprint.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const isHeader = ({ parent: template }) =>
      template?.type === 'TemplateLiteral' && /^`(?:Bearer |\$\{scheme\})\$\{[^}]*\}`$/.test(sourceCode.getText(template));
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'reveal' || node.arguments.length > 0) return;
        if (sourceCode.getText(callee.object).endsWith('panel')) return;
        for (let inner = node, outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
          if (outer.type === 'TemplateLiteral') return isHeader(inner) ? undefined : context.report({ node, messageId: 'text' });
          if (outer.type === 'BinaryExpression' && outer.operator === '+') return context.report({ node, messageId: 'text' });
          if (
            outer.type === 'MemberExpression' &&
            outer.object === inner &&
            /^(?:slice|substring|substr|at|charAt|split)$/.test(outer.property.name)
          )
            return context.report({ node, messageId: 'cut' });
          if (
            outer.type === 'CallExpression' &&
            outer.arguments.includes(inner) &&
            outer.callee.type === 'MemberExpression' &&
            logs.test(outer.callee.property.name) &&
            /\blog\b/i.test(sourceCode.getText(outer.callee.object))
          )
            return context.report({ node, messageId: 'log' });
          if (/Statement$|Function|^VariableDeclarator$/.test(outer.type)) return;
        }
      },
    };
  },
};
