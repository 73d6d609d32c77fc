import type { Uri as EditorUri } from 'vscode';
import { Emitter } from '../../../src/app/platform/emitter';

/** A message to a page. */
export interface PageMessage {
  readonly type: string;
  readonly body: unknown;
}

/** A webview whose page is the test: `say` sends messages of the page, `sent` has the messages to it. */
export function shownPage() {
  const messages = new Emitter<unknown>();
  const sent: PageMessage[] = [];
  const webview = {
    options: {},
    html: '',
    cspSource: 'self',
    asWebviewUri: (uri: EditorUri) => uri,
    onDidReceiveMessage: messages.event,
    postMessage: async (message: PageMessage) => sent.push(message) > 0,
  };
  const say = (type: string, body: unknown = null): void => messages.fire({ type, body });
  const bodies = (type: string): readonly unknown[] => sent.filter((message) => message.type === type).map(({ body }) => body);
  return { webview, sent, say, bodies };
}
