import * as vscode from 'vscode';
import type { CallbackInbox } from '../../app/session/callbackInbox';
import type { StateStore } from '../../app/platform/ports';
import type { RedirectEndpoint, RedirectRung } from '../../app/session/signIn';
import { extensionId } from '../platform/ids';
import { listenOnLoopback } from './loopbackServer';

export const callbackPath = '/oauth/callback';
const portKey = 'loopbackPort';

/**
 * The ways back from the browser, best first. On the desktop the constant address of the URI handler; on the web the
 * address that the editor gives for this very sign-in; then a server on this machine; then the clipboard.
 */
export function redirectRungs(inbox: CallbackInbox, state: StateStore): readonly RedirectRung[] {
  const loopback = async (): Promise<RedirectEndpoint> => openLoopback(inbox, state);
  const first: RedirectRung =
    vscode.env.uiKind === vscode.UIKind.Web
      ? { kind: 'external', open: openExternal }
      : { kind: 'uriHandler', open: async () => constantEndpoint() };
  return [first, { kind: 'loopback', open: loopback }, { kind: 'paste', open: loopback }];
}

function constantEndpoint(): RedirectEndpoint {
  return { redirectUri: callbackUri(), isLasting: true, dispose: () => undefined };
}

async function openExternal(): Promise<RedirectEndpoint> {
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(callbackUri()));
  // Without encoding again: the service compares and extends the address as text.
  return { redirectUri: external.toString(true), isLasting: false, dispose: () => undefined };
}

async function openLoopback(inbox: CallbackInbox, state: StateStore): Promise<RedirectEndpoint> {
  const last = state.get(portKey);
  const endpoint = await listenOnLoopback(typeof last === 'number' ? last : 0, async (query) => inbox.receive(query));
  if (endpoint.port !== last) await state.set(portKey, endpoint.port);
  return endpoint;
}

function callbackUri(): string {
  return `${vscode.env.uriScheme}://${extensionId}${callbackPath}`;
}
