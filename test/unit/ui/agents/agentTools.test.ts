import { encode } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { agentToolNames } from '../../../../src/app/agents/agentCalls';
import { readTools } from '../../../../src/app/languageTools/tools';
import { toolNames } from '../../../../src/ui/platform/ids';
import { agentTools } from '../../../../src/ui/agents/agentTools';
import { manifest } from '../../../support/agents/agentDesk';

/** What the definitions may cost a model with each question. */
const mostTokens = 2_500;

describe('the tools of agents', () => {
  it('are few and have short descriptions', () => {
    const tools = agentTools(manifest);
    expect(tools.map(({ name }) => name)).toEqual(agentToolNames);
    const tokens = encode(JSON.stringify(tools)).length;
    expect(tokens).toBeLessThanOrEqual(mostTokens);
    // Checks that the tokens were really counted.
    expect(tokens).toBeGreaterThan(800);
  });

  it('are those of the editor’s chat, except the one that the calendar tool also covers', () => {
    const chat: readonly string[] = toolNames;
    expect(chat.filter((name) => !agentToolNames.some((known) => known === name))).toEqual(['marketDesk_listTradingDays']);
    expect(Object.keys(readTools).toSorted()).toEqual(chat.filter((name) => name !== 'marketDesk_proposeOrderChange').toSorted());
  });
});
