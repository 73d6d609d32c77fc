import type { Disposable } from '../../platform/ports';

export type EditorKind = 'desktop' | 'web';

/**
 * Ways to sign in, best first. Each receives the browser's callback differently: through the editor's own scheme, the URL
 * that the editor creates for this sign-in, a local server, or the clipboard.
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

/** A redirect URI that is ready to receive. */
export interface RedirectEndpoint extends Disposable {
  readonly redirectUri: string;
  /** False for a URI that is valid for this sign-in only. */
  readonly isLasting: boolean;
}

/** A flow that this window can use. */
export interface RedirectFlow {
  readonly kind: FlowKind;
  /** Starts receiving at the redirect URI; callbacks go to the `CallbackInbox`. */
  open(): Promise<RedirectEndpoint>;
}

/** The chosen flow first, then the others in order, as fallbacks. */
export function startingWith(flows: readonly RedirectFlow[], chosen: FlowKind | undefined): readonly RedirectFlow[] {
  return [...flows.filter(({ kind }) => kind === chosen), ...flows.filter(({ kind }) => kind !== chosen)];
}
