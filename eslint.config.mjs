/** Our own rules, for what ships. The usual ones, for all files, are in .oxlintrc.json: a linter that needs a fifth of the time checks them. */
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { boundedCaches } from './scripts/lint/boundedCaches.mjs';
import { carefulGrants } from './scripts/lint/carefulGrants.mjs';
import { endedListeners } from './scripts/lint/endedListeners.mjs';
import { exactAmounts } from './scripts/lint/exactAmounts.mjs';
import { hiddenSecrets } from './scripts/lint/hiddenSecrets.mjs';
import { keptDisposables } from './scripts/lint/keptDisposables.mjs';
import { namedFlags } from './scripts/lint/namedFlags.mjs';
import { roughAmounts } from './scripts/lint/roughAmounts.mjs';
import { translatedTexts } from './scripts/lint/translatedTexts.mjs';

const house = {
  rules: {
    'bounded-caches': boundedCaches,
    'careful-grants': carefulGrants,
    'ended-listeners': endedListeners,
    'exact-amounts': exactAmounts,
    'hidden-secrets': hiddenSecrets,
    'kept-disposables': keptDisposables,
    'named-flags': namedFlags,
    'rough-amounts': roughAmounts,
    'translated-texts': translatedTexts,
  },
};

const houseForm = [
  { selector: 'ExportDefaultDeclaration', message: 'No default exports.' },
  {
    selector: 'ImportDeclaration[importKind="value"] > ImportSpecifier[importKind="type"]',
    message: 'Import types in a line of their own: import type { … } from ….',
  },
  {
    selector: 'VariableDeclarator > Identifier.id[name=/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/]',
    message: 'Constants are written like this: pageLimit.',
  },
  {
    selector: 'PropertyDefinition[static=true] > Identifier.key[name="properties"]',
    message: 'Decorate each property of a component: @property({ attribute: false }), or @state() if it is its own.',
  },
];

const noBareCommands = [
  'Literal[value=/^marketDesk/]',
  'TemplateLiteral > TemplateElement.quasis:first-child[value.raw=/^marketDesk/]',
  'Literal[value="workbench.action.openSettings"]',
].map((argument) => ({
  selector: `CallExpression[callee.property.name='executeCommand'] > ${argument}`,
  message: 'Use runCommand, openSetting, or focusView of ui/platform/runCommand.ts: they check the id and the arguments.',
}));

noBareCommands.push({
  selector:
    "ObjectExpression:has(> Property[key.name='title']):has(> Property[key.name='command'][value.value=/^marketDesk/])" +
    ":not(:has(> Property[key.name='id']))",
  message: 'Use commandOf of ui/platform/runCommand.ts: it checks the id and the arguments.',
});

/** Of what outlives its listener: the editor's inputs and pages end with theirs, and so do an object's own parts. */
const noLostListeners = ['', '> UnaryExpression '].map((between) => ({
  selector:
    `ExpressionStatement ${between}> CallExpression[callee.property.name=/^onDidChange(?!Value|Selection|Active|Visibility)/]` +
    ':not([callee.object.object.type="ThisExpression"])',
  message: 'Keep what this returns, and dispose it: the listener stays for good otherwise.',
}));
noLostListeners.push(
  ...['', '> UnaryExpression '].map((between) => ({
    selector: `ExpressionStatement ${between}> CallExpression[callee.name=/^on[A-Z]\\w*Change$/]`,
    message: noLostListeners[0].message,
  })),
);

const bareText = 'CallExpression[callee.name=/^(say(Info|Warning|Error)|flash|askModal|askText|chooseOne|messageRow)$/] > ';
const journalAppend =
  "CallExpression[callee.property.name='append']:matches([callee.object.name='journal'], [callee.object.property.name='journal'])";

/** What types allow, and only a reader of the whole program would notice. */
const houseWays = [
  {
    selector: "CallExpression[callee.object.name='AbortSignal'][callee.property.name='any']",
    message: 'Node.js loses aborts in it when memory is collected. Use underSignals of service/abortable.ts.',
  },
  ...['Literal:first-child[value=/[a-z]{2}/i]', 'TemplateLiteral:first-child:has(TemplateElement[value.raw=/[a-z]{2}/i])'].map((text) => ({
    selector: `${bareText}${text}`,
    message: 'Only English shows this. Write l10n.t(…), then run npm run l10n.',
  })),
  {
    selector: 'CallExpression[callee.property.name=/^(tryAcquire|acquire)$/] > :matches(Literal, TemplateLiteral):first-child',
    message: 'Name the lock in lockNames of app/platform/storedNames.ts.',
  },
  {
    selector: "CallExpression[callee.name='createSharedFile'] > :matches(Literal, TemplateLiteral)",
    message: 'Name the file in sharedFiles of app/platform/storedNames.ts.',
  },
  ...[
    `CallExpression[callee.property.name='catch'] > MemberExpression > ${journalAppend}`,
    `TryStatement:has(${journalAppend}) > CatchClause:not([param])`,
  ].map((selector) => ({
    selector,
    message: 'Log why the journal could not be written, and let the caller know: what became of an order would be lost.',
  })),
];

/** In code that lives with a view or a tab. */
const waysOfSurfaces = [
  ...['', '> UnaryExpression '].map((between) => ({
    selector: `ExpressionStatement ${between}> CallExpression:matches([callee.property.name=/^(watch|stream|after)$/], [callee.name='setInterval'])`,
    message: 'Keep what this returns, and end it in dispose(): it goes on when the view or the tab is gone.',
  })),
  {
    selector: 'CallExpression[callee.object.property.name=/^(globalState|workspaceState)$/][callee.property.name=/^(get|update)$/]',
    message: 'Use the StateStore, with a key in stateKeys of app/platform/storedNames.ts.',
  },
];

export default tseslint.config(
  {
    ignores: ['**/*.mjs', '**/*.mts'],
  },
  {
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: './scripts/lint/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ['src/**', 'packages/*/src/**'],
    ignores: ['src/ui/platform/runCommand.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...houseForm, ...noBareCommands, ...noLostListeners, ...houseWays],
      'no-empty': 'error',
    },
  },
  {
    files: ['src/ui/**', 'src/container/**', 'src/container.ts'],
    ignores: ['src/ui/platform/runCommand.ts'],
    rules: { 'no-restricted-syntax': ['error', ...houseForm, ...noBareCommands, ...noLostListeners, ...houseWays, ...waysOfSurfaces] },
  },
  {
    // Texts of a service, of files and of the clipboard reach patterns: none may take more than linear time, whatever the text.
    files: ['src/**', 'packages/*/src/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: ['src/**', 'packages/gate/src/**'],
    plugins: { house },
    rules: {
      'house/bounded-caches': 'error',
      'house/ended-listeners': 'error',
      'house/exact-amounts': 'error',
      'house/hidden-secrets': 'error',
      'house/kept-disposables': 'error',
      'house/rough-amounts': 'error',
    },
  },
  {
    files: ['src/ui/**', 'src/webview/**'],
    plugins: { house },
    rules: { 'house/translated-texts': 'error' },
  },
  {
    files: ['src/ui/**', 'src/app/**', 'src/container/**', 'src/container.ts'],
    plugins: { house },
    rules: { 'house/careful-grants': 'error' },
  },
  {
    files: ['src/**', 'packages/*/src/**'],
    plugins: { house },
    rules: { 'house/named-flags': 'error' },
  },
);
