/** Calls that begin something for the caller; others look up what belongs to somebody. */
const makes = /^(watch|listen|stream|follow|poll|create|on(?=[A-Z]))\w*$/;
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/**
 * A watch, listener, timer, or page that is kept but disposed nowhere works on after its owner is gone: it reads from the service, and shows
 * what nobody looks at. Whoever keeps one disposes it, or hands it on: to a call, into a list, or to whom asked for it.
 */
export const keptDisposables = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      kept: '`{{ name }}` is kept, but disposed nowhere. Call its dispose() in yours, or hand it to who does (own, Lifetime, subscriptions).',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    /** Disposing an emitter only lets go of its listeners, which go with it. */
    const isDisposable = (node) => {
      const type = services.getTypeAtLocation(node).getNonNullableType();
      return type.getProperty('dispose') !== undefined && !/^(Event)?Emitter$/.test(type.getSymbol()?.name ?? '');
    };
    const nameOf = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property : callee).name ?? '';
    const isMade = (node) => node?.type === 'NewExpression' || (node?.type === 'CallExpression' && makes.test(nameOf(node)));
    const isThis = (node) => node.type === 'MemberExpression' && node.object.type === 'ThisExpression';
    /** The object is handed on, or disposed, where the node stands. */
    const isHandedOn = (node) => {
      const { parent } = node;
      switch (parent.type) {
        case 'MemberExpression':
          return parent.object === node && parent.property.name === 'dispose';
        case 'CallExpression':
        case 'NewExpression':
          return parent.arguments.includes(node);
        case 'AssignmentExpression':
        case 'AssignmentPattern':
          return parent.right === node;
        case 'VariableDeclarator':
          return parent.init === node;
        case 'Property':
        case 'PropertyDefinition':
          return parent.value === node;
        case 'ArrayExpression':
        case 'SpreadElement':
        case 'ReturnStatement':
        case 'YieldExpression':
          return true;
        case 'ConditionalExpression':
        case 'LogicalExpression':
        case 'TSAsExpression':
        case 'TSNonNullExpression':
        case 'ChainExpression':
        case 'AwaitExpression':
          return isHandedOn(parent);
        default:
          return functions.has(parent.type) && parent.body === node;
      }
    };
    const report = (node, name) => context.report({ node, messageId: 'kept', data: { name } });
    /** Fields of the classes around the current node. */
    const classes = [];
    const keep = (name, node) => {
      if (isMade(node) && isDisposable(node)) classes.at(-1)?.kept.set(name, node);
    };
    return {
      ClassBody: () => classes.push({ kept: new Map(), handedOn: new Set() }),
      'ClassBody:exit'() {
        const { kept, handedOn } = classes.pop();
        for (const [name, node] of kept) if (!handedOn.has(name)) report(node, name);
      },
      PropertyDefinition(node) {
        if (node.key.type === 'PrivateIdentifier') keep(node.key.name, node.value);
      },
      AssignmentExpression({ left, right }) {
        if (isThis(left) && left.property.type === 'PrivateIdentifier') keep(left.property.name, right);
      },
      MemberExpression(node) {
        if (isThis(node) && node.property.type === 'PrivateIdentifier' && isHandedOn(node))
          classes.at(-1)?.handedOn.add(node.property.name);
      },
      VariableDeclarator(node) {
        if (node.id.type !== 'Identifier' || !isMade(node.init) || !isDisposable(node.init)) return;
        const [variable] = context.sourceCode.getDeclaredVariables(node);
        if (!variable.references.some(({ identifier }) => identifier !== node.id && isHandedOn(identifier))) report(node, node.id.name);
      },
    };
  },
};
