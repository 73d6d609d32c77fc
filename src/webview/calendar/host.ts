import type { ToCalendarHost } from '../../panel/calendarProtocol';
import type { Message } from '../../panel/messages';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The other side: the extension. */
export interface Host {
  send<K extends keyof ToCalendarHost>(type: K, body: ToCalendarHost[K]): void;
  readState(): unknown;
  /** Survives hiding and, through the panel's serializer, a reload of the window. */
  writeState(state: unknown): void;
}

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    send: (type, body) => {
      const message: Message<ToCalendarHost, typeof type> = { type, body };
      api.postMessage(message);
    },
    readState: () => api.getState(),
    writeState: (state) => api.setState(state),
  };
}
