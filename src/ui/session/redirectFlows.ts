import * as vscode from 'vscode';
import type { CallbackInbox } from '../../app/session/signIn/callbackInbox';
import { flowsOf } from '../../app/session/signIn/flows';
import type { FlowKind, RedirectEndpoint, RedirectFlow } from '../../app/session/signIn/flows';
import type { StateStore } from '../../app/platform/ports';
import { callbackPath, extensionId } from '../platform/ids';
import { listenOnLoopback } from './loopbackServer';
import { stateKeys } from '../../app/platform/storedNames';

/** The flows that this window can offer, best first. */
export function offeredFlows(): readonly FlowKind[] {
  return flowsOf(vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop');
}

/** This window's flows, ready to use. */
export function redirectFlows(inbox: CallbackInbox, state: StateStore): readonly RedirectFlow[] {
  const open: Readonly<Record<FlowKind, () => Promise<RedirectEndpoint>>> = {
    uriHandler: async () => constantEndpoint(),
    external: openExternal,
    loopback: async () => openLoopback(inbox, state),
    paste: async () => openLoopback(inbox, state),
  };
  return offeredFlows().map((kind) => ({ kind, open: open[kind] }));
}

function constantEndpoint(): RedirectEndpoint {
  return { redirectUri: callbackUri(), isLasting: true, dispose: () => undefined };
}

async function openExternal(): Promise<RedirectEndpoint> {
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(callbackUri()));
  // Not encoded again: the service compares and extends the URI as text.
  return { redirectUri: external.toString(true), isLasting: false, dispose: () => undefined };
}

async function openLoopback(inbox: CallbackInbox, state: StateStore): Promise<RedirectEndpoint> {
  const last = state.get(stateKeys.loopbackPort);
  const endpoint = await listenOnLoopback(typeof last === 'number' ? last : 0, async (query) => inbox.receive(query));
  if (endpoint.port !== last) await state.set(stateKeys.loopbackPort, endpoint.port);
  return endpoint;
}

function callbackUri(): string {
  return `${vscode.env.uriScheme}://${extensionId}${callbackPath}`;
}
