import type { Message } from '../../panel/messages';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The other side of a page: the extension. `Bodies` maps the types of the messages to it to their bodies. */
export interface Host<Bodies extends object> {
  send<K extends keyof Bodies>(type: K, body: Bodies[K]): void;
  readState(): unknown;
  /** Survives hiding and, through the panel's serializer, a reload of the window. */
  writeState(state: unknown): void;
}

/** Connects the page to the extension; to be called once in a page. */
export function connectHost<Bodies extends object>(): Host<Bodies> {
  const api = acquireVsCodeApi();
  return {
    send: (type, body) => {
      const message: Message<Bodies, typeof type> = { type, body };
      api.postMessage(message);
    },
    readState: () => api.getState(),
    writeState: (state) => api.setState(state),
  };
}
