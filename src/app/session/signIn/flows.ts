import type { Disposable } from '../../platform/ports';

export type EditorKind = 'desktop' | 'web';

/**
 * Ways to sign in, best first; each brings the browser's answer back by other means: the editor's own scheme, the address
 * that the editor gives for this one sign-in, a server on this machine, the clipboard.
 */
const flowTable = [
  { kind: 'uriHandler', editors: ['desktop'] },
  { kind: 'external', editors: ['web'] },
  { kind: 'loopback', editors: ['desktop', 'web'] },
  { kind: 'paste', editors: ['desktop', 'web'] },
] as const satisfies readonly { readonly kind: string; readonly editors: readonly EditorKind[] }[];

export type FlowKind = (typeof flowTable)[number]['kind'];

/** The flows that an editor of this kind can offer, in the order to be tried. */
export function flowsOf(editor: EditorKind): readonly FlowKind[] {
  return flowTable.filter(({ editors }) => editors.some((kind) => kind === editor)).map(({ kind }) => kind);
}

/** A redirect address that is ready to receive. */
export interface RedirectEndpoint extends Disposable {
  readonly redirectUri: string;
  /** False for an address of this sign-in alone. */
  readonly isLasting: boolean;
}

/** A flow that this window can use. */
export interface RedirectFlow {
  readonly kind: FlowKind;
  /** Opens the address; what arrives there goes to the `CallbackInbox`. */
  open(): Promise<RedirectEndpoint>;
}

/** The chosen flow first, then the others in their order: a choice must not be a dead end. */
export function startingWith(flows: readonly RedirectFlow[], chosen: FlowKind | undefined): readonly RedirectFlow[] {
  return [...flows.filter(({ kind }) => kind === chosen), ...flows.filter(({ kind }) => kind !== chosen)];
}
