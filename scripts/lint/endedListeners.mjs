/** Gone with its owner: a component itself, or the owner's own connection. */
const ownTarget = /^this(?:\.#socket)?$/;

/**
 * A listener on something that lives longer than its owner (a window, a document, a signal of the caller) keeps the owner alive, and works on
 * for it. It is removed in the same file, or has a signal that removes it. On an abort signal, `once` alone doesn't help: a signal that
 * nobody aborts keeps every listener. Where the target is gone with the owner, a comment above says so: `As long as …`, `Ends with …`.
 */
export const endedListeners = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      kept: "Nothing removes this listener of '{{ event }}'. Call removeEventListener when its owner is done, pass { signal }, or say in a comment above why it ends: As long as …, Ends with ….",
    },
  },
  create(context) {
    const { sourceCode } = context;
    const added = [];
    const removed = new Set();
    const eventOf = ([event]) => (event?.type === 'Literal' ? String(event.value) : sourceCode.getText(event));
    const optionOf = (options, name) =>
      options?.type === 'ObjectExpression' && options.properties.some((property) => property.key?.name === name);
    const namesEnd = (node) => {
      let statement = node;
      while (!/Statement$/.test(statement.type)) statement = statement.parent;
      const isElse = statement.parent.type === 'IfStatement' && statement.parent.alternate === statement;
      const first = isElse ? sourceCode.getTokenBefore(statement) : statement;
      return sourceCode.getCommentsBefore(first).some(({ value }) => /\b(?:as long as|ends with)\b/i.test(value));
    };
    /** A signal that was made here ends with this call. */
    const isOwnSignal = (node) => {
      if (node.type !== 'Identifier') return false;
      for (let scope = sourceCode.getScope(node); scope !== null; scope = scope.upper) {
        const variable = scope.set.get(node.name);
        if (variable === undefined) continue;
        const init = variable.defs[0]?.node.init;
        return init !== undefined && init !== null && /^AbortSignal\.timeout\b|^new AbortController\b/.test(sourceCode.getText(init));
      }
      return false;
    };
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        if (callee.property.name === 'removeEventListener') removed.add(eventOf(node.arguments));
        if (callee.property.name !== 'addEventListener') return;
        const event = eventOf(node.arguments);
        const options = node.arguments[2];
        const ends = optionOf(options, 'signal') || (event !== 'abort' && optionOf(options, 'once'));
        if (ends || ownTarget.test(sourceCode.getText(callee.object)) || namesEnd(node) || isOwnSignal(callee.object)) return;
        added.push({ node, event });
      },
      'Program:exit'() {
        for (const { node, event } of added) if (!removed.has(event)) context.report({ node, messageId: 'kept', data: { event } });
      },
    };
  },
};
