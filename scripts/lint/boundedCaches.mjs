const collections = new Set(['Map', 'Set']);

/**
 * A map or set of a class that gets keys and never loses one grows for as long as the window is open. Whoever writes it also deletes from it
 * by its size or age; if its keys are few by nature, the comment above the field says so: `At most …` or `Bounded by …`.
 */
export const boundedCaches = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unbounded:
        '{{ name }} gets keys and never loses one. Delete the oldest above a size, or name the bound in a comment above the field: "At most …", "Bounded by …".',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const classes = [];
    const namesBound = (node) => sourceCode.getCommentsBefore(node).some(({ value }) => /\b(?:at most|bounded by)\b/i.test(value));
    const fieldOf = (node) => (node?.type === 'MemberExpression' && node.object.type === 'ThisExpression' ? node.property.name : undefined);
    return {
      ClassBody: () => classes.push({ fields: new Map(), written: new Set(), shrunk: new Set() }),
      'ClassBody:exit'() {
        const { fields, written, shrunk } = classes.pop();
        for (const [name, node] of fields)
          if (written.has(name) && !shrunk.has(name)) context.report({ node, messageId: 'unbounded', data: { name } });
      },
      PropertyDefinition(node) {
        const { key, value } = node;
        const isEmpty = value?.type === 'NewExpression' && collections.has(value.callee.name) && value.arguments.length === 0;
        if (isEmpty && !namesBound(node)) classes.at(-1)?.fields.set(key.name, node);
      },
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression') return;
        const field = fieldOf(callee.object);
        if (field === undefined) return;
        if (/^(?:set|add)$/.test(callee.property.name)) classes.at(-1)?.written.add(field);
        if (/^(?:delete|clear)$/.test(callee.property.name)) classes.at(-1)?.shrunk.add(field);
      },
      /** `if (this.#kept.size < most)` is a bound as well. */
      BinaryExpression({ left, right, operator }) {
        if (!/^[<>]=?$/.test(operator)) return;
        for (const side of [left, right]) {
          const field = side.type === 'MemberExpression' && side.property.name === 'size' ? fieldOf(side.object) : undefined;
          if (field !== undefined) classes.at(-1)?.shrunk.add(field);
        }
      },
      AssignmentExpression({ left }) {
        const field = fieldOf(left);
        if (field !== undefined) classes.at(-1)?.shrunk.add(field);
      },
      /** Swapped as in `[old, this.#kept] = [this.#kept, new Map()]`. */
      'ArrayPattern > MemberExpression'(node) {
        const field = fieldOf(node);
        if (field !== undefined) classes.at(-1)?.shrunk.add(field);
      },
    };
  },
};
