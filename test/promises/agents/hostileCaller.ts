import { request } from 'node:http';
import type { AgentDesk } from '../../support/agents/agentDesk';
import { agents } from './hostileRequests';
import type { Agent, HostileRequest } from './hostileRequests';

export interface HostileAnswer {
  readonly status: number;
  readonly text: string;
}

/** The server must answer within this time; a longer wait is the caller's fault. */
const patienceMs = 20_000;

/** Gives each agent the access that its name stands for; opens and closes tickets. */
export function answerAsUser(desk: Pick<AgentDesk, 'user' | 'tickets'>): void {
  desk.user.says = async ({ name }) => agents.find((agent) => agent.name === name)?.access;
  desk.user.opens = ({ accountId }, { proposal = '' }) => {
    desk.tickets.fire({ kind: 'opened', accountId, orderId: '', proposal });
    setImmediate(() => desk.tickets.fire({ kind: 'closed', accountId, orderId: '', proposal }));
  };
}

/** Begins the session of an agent. @returns Its ID. */
export async function beginSession(url: string, bearer: string, { name }: Pick<Agent, 'name'>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${bearer}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } },
    }),
  });
  return response.headers.get('mcp-session-id') ?? '';
}

/** Written by hand: a client library would refuse to send most of it. */
export async function sendHostile(url: string, { method, path, headers, body }: HostileRequest): Promise<HostileAnswer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, timeout: patienceMs, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => reject(new Error('no answer')));
    // The server need not read a body that it rejects.
    sent.on('error', () => resolve({ status: 499, text: '' }));
    sent.end(body);
  });
}
