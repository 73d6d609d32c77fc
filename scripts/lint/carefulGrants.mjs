import ts from 'typescript';

/** Ask so that Enter and Escape give nothing. */
const careful = new Set(['askCarefully', 'askForGrant', 'askForApproval']);
/** Of these, Enter or one click takes the first button. */
const quick = new Set(['askModal', 'sayInfo', 'sayWarning', 'sayError']);
const givesRight = /^(?:Always )?(?:Allow|Approve|Authorize|Grant|Permit|Release|Share|Trust)\b/;

const nameOf = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property : callee).name ?? '';

/** Names of methods that are marked, by program: whoever resolves each call of a program checks nearly all of its types. */
const marked = new WeakMap();

function markedIn(program) {
  const known = marked.get(program);
  if (known !== undefined) return known;
  const sources = program.getSourceFiles().filter(({ text }) => text.includes('@grants'));
  const names = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/@grants\b[^]*?\*\/\s*(?:async )?(\w+)/g)].map(([, name]) => name)),
  );
  marked.set(program, names);
  return names;
}

/** The English text of a button: a literal, or what `l10n.t` translates. */
function textOf(node, scope) {
  if (node === undefined || node === null) return '';
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'CallExpression') return nameOf(node) === 't' ? textOf(node.arguments[0], scope) : '';
  if (node.type === 'ObjectExpression') return textOf(node.properties.find(({ key }) => key?.name === 'message')?.value, scope);
  if (node.type !== 'Identifier') return '';
  for (let at = scope; at !== null; at = at.upper) {
    const [definition] = at.set.get(node.name)?.defs ?? [];
    if (definition === undefined) continue;
    const { id, init } = definition.node;
    if (id?.type === 'ArrayPattern' && init?.type === 'ArrayExpression')
      return textOf(init.elements[id.elements.findIndex((element) => element?.name === node.name)], at);
    return init?.type === 'Identifier' ? '' : textOf(init, at);
  }
  return '';
}

/**
 * Whoever asks for a right chooses the moment, so the question must not be answered by an Enter or a click that was meant for something else.
 * A method that gives one is marked `@grants`: only files that ask carefully may call it.
 */
export const carefulGrants = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      quick: 'One Enter gives “{{text}}”. Ask with askForGrant, or with askCarefully.',
      unasked: 'This gives a right, and nothing in this file asks for it with askForGrant, askCarefully, or askForApproval.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const grants = markedIn(services.program);
    const granting = [];
    let asks = false;
    return {
      CallExpression(node) {
        const name = nameOf(node);
        if (careful.has(name)) asks = true;
        if (quick.has(name)) {
          const scope = context.sourceCode.getScope(node);
          for (const argument of node.arguments.slice(1)) {
            const text = textOf(argument, scope);
            if (givesRight.test(text)) context.report({ node: argument, messageId: 'quick', data: { text } });
          }
        }
        if (!grants.has(name)) return;
        const declaration = checker.getResolvedSignature(services.esTreeNodeToTSNodeMap.get(node))?.declaration;
        if (declaration !== undefined && ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'grants')) granting.push(node);
      },
      'Program:exit'() {
        if (!asks) for (const node of granting) context.report({ node, messageId: 'unasked' });
      },
    };
  },
};
