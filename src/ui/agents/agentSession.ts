import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Notification, Request, RequestId, Result } from '@modelcontextprotocol/sdk/types.js';
import { untrustedText } from '../../app/languageTools/untrusted';
import { agentInstructions } from './agentTools';
import type { AgentServerOptions } from './agentServer';

const longestName = 60;

/** The session of one client: offers the tools and returns their answers. The library implements the protocol. */
export class AgentSession extends Protocol<Request, Notification, Result> {
  #agent = 'unnamed';

  constructor({ version, tools, call }: Pick<AgentServerOptions, 'version' | 'tools' | 'call'>) {
    super();
    this.setRequestHandler(InitializeRequestSchema, ({ params: { clientInfo, protocolVersion } }) => {
      const name = untrustedText(clientInfo.name.slice(0, 10 * longestName), longestName).trim();
      if (name !== '') this.#agent = name;
      return {
        protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION,
        capabilities: { tools: {} },
        serverInfo: { name: 'market-desk', title: 'Market Desk', version },
        instructions: agentInstructions,
      };
    });
    this.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
    this.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
      // As long as the call: the library makes a signal for each.
      signal.addEventListener('abort', () => this.#answerCancelled(requestId), { once: true });
      const { text, isError } = await call(this.#agent, params.name, params.arguments, signal);
      return { content: [{ type: 'text' as const, text }], isError };
    });
  }

  /** The client no longer waits for the answer to this request. */
  cancel(requestId: RequestId): void {
    this.transport?.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'closed' } });
  }

  /** The library never answers a cancelled request, and its transport would keep the connection open for the answer. */
  #answerCancelled(id: RequestId): void {
    const error = { code: ErrorCode.ConnectionClosed, message: 'Cancelled' };
    this.transport?.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
  }

  // The server sends no requests to clients, and offers only what is handled above.
  protected assertCapabilityForMethod(): void {}
  protected assertNotificationCapability(): void {}
  protected assertRequestHandlerCapability(): void {}
  protected assertTaskCapability(): void {}
  protected assertTaskHandlerCapability(): void {}
}
