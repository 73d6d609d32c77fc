import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Notification, Request, Result } from '@modelcontextprotocol/sdk/types.js';
import * as v from 'valibot';
import type { SpeaksFor, Windows } from './windows';

/** What the bridge says of itself and its tools while no window runs. */
export const Offered = v.object({
  version: v.string(),
  instructions: v.string(),
  tools: v.array(v.record(v.string(), v.unknown())),
});

export type Offered = v.InferOutput<typeof Offered>;

/** Offers a client the tools of whichever window runs. The client never has to connect again: windows come and go behind it. */
export class Bridge extends Protocol<Request, Notification, Result> {
  #speaksFor: SpeaksFor = { clientInfo: { name: '', version: '' }, protocolVersion: LATEST_PROTOCOL_VERSION };

  constructor(windows: Pick<Windows, 'ask'>, { version, instructions, tools }: Offered) {
    super();
    this.setRequestHandler(InitializeRequestSchema, ({ params: { clientInfo, protocolVersion: wanted } }) => {
      const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(wanted) ? wanted : LATEST_PROTOCOL_VERSION;
      this.#speaksFor = { clientInfo, protocolVersion };
      const serverInfo = { name: 'market-desk', title: 'Market Desk', version };
      return { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions };
    });
    this.setRequestHandler(ListToolsRequestSchema, async ({ method, params }, { signal }) =>
      // A client that connects before the window opens needs the tools too: many ask only once.
      windows.ask(method, params ?? {}, this.#speaksFor, signal).catch(() => ({ tools })),
    );
    this.setRequestHandler(CallToolRequestSchema, async ({ method, params }, { signal }) =>
      windows.ask(method, params, this.#speaksFor, signal).catch((error: unknown) => ({
        content: [{ type: 'text' as const, text: error instanceof Error ? error.message : String(error) }],
        isError: true,
      })),
    );
  }

  protected override assertCapabilityForMethod(): void {
    // The bridge asks nothing of its client.
  }

  protected override assertNotificationCapability(): void {
    // The bridge tells its client nothing on its own.
  }

  protected override assertRequestHandlerCapability(): void {
    // Tools are the only thing that it handles.
  }

  protected override assertTaskCapability(): void {
    // It has no tasks.
  }

  protected override assertTaskHandlerCapability(): void {
    // It has no tasks.
  }
}
