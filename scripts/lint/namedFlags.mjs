import ts from 'typescript';

/** `setVisible(true)` says what is true. */
const namesItsValue = /^#?set[A-Z]\w*$/;
const anyValue = ts.TypeFlags.TypeParameter | ts.TypeFlags.Unknown | ts.TypeFlags.Any;

/**
 * `settle(order, true)` doesn't say what is true: a reader has to open the function. Only calls of what this repository declares count.
 * What takes any value (`fire(true)` of an emitter of booleans, `state.set(key, true)`) receives no flag but a value.
 */
export const namedFlags = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      flag: "Nobody sees here what {{value}} means. Name it: two functions, an options object, or a word such as 'shown' | 'hidden'.",
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isFlag = (argument) => argument.type === 'Literal' && typeof argument.value === 'boolean';
    const takesAnyValue = (parameter) => parameter !== undefined && (checker.getTypeAtLocation(parameter).flags & anyValue) !== 0;
    const nameOf = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property : callee).name ?? '';
    const check = (node) => {
      const flags = node.arguments.filter(isFlag);
      if (flags.length === 0 || (node.arguments.length === 1 && namesItsValue.test(nameOf(node)))) return;
      const declaration = checker.getResolvedSignature(services.esTreeNodeToTSNodeMap.get(node))?.declaration;
      if (declaration === undefined || declaration.getSourceFile().isDeclarationFile) return;
      for (const flag of flags)
        if (!takesAnyValue(declaration.parameters[node.arguments.indexOf(flag)]))
          context.report({ node: flag, messageId: 'flag', data: { value: flag.raw } });
    };
    return { CallExpression: check, NewExpression: check };
  },
};
