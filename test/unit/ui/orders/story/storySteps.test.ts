import { describe, expect, it } from 'vitest';
import { newsOf, offered, story } from '../../../../../src/ui/orders/story/story';
import { editor } from '../../../../support/editor/editor';
import { attemptOf } from '../../../../support/orders/requests';

const look = { isPrivate: false };

describe('the next steps', () => {
  const every = async (): Promise<void> => undefined;

  it('are buttons where the place can do them, and commands everywhere', () => {
    const attempt = attemptOf('modify', false, 'applied');
    const told = story({ attempt }, look);
    expect(offered(told, attempt)).toEqual([]);
    expect(newsOf(told, attempt)).not.toHaveProperty('actions');
    const all = { modifyAgain: every, changeBack: every, cancel: every };
    const labels = ['Modify Again…', 'Change Back to 100 @ 12.30…', 'Cancel Order…'];
    expect(newsOf(told, attempt, all).actions?.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['clockRejected', false, 'Synchronize Clock', ['marketDesk.clock.sync']],
    ['notAuthorized', false, 'Sign In Again', ['marketDesk.signOut', 'marketDesk.signIn']],
    ['notAuthorized', true, 'Set Up API Key…', ['marketDesk.setUpApiKey']],
  ] as const)('are the same everywhere after “%s” (with a key: %s)', async (state, usesApiKey, label, commands) => {
    const attempt = attemptOf('modify', false, state);
    const news = newsOf(story({ attempt, usesApiKey }, look), attempt);
    expect(news).toMatchObject({ severity: 'error', state, actions: [{ label }] });
    await news.actions?.[0]?.run();
    expect(editor.ran).toEqual(commands.map((command) => [command]));
  });

  it('have a label each', () => {
    const steps = ['checkStatus', 'resolve', 'signIn', 'setUpKey', 'placeAgain', 'modify', 'another'] as const;
    const can = Object.fromEntries(steps.map((step) => [step, every]));
    expect(offered({ actions: steps }, attemptOf('place', false, 'applied'), can).map(({ label }) => label)).toEqual([
      'Check Order Status',
      'Resolve…',
      'Sign In Again',
      'Set Up API Key…',
      'Cancel and Place Again…',
      'Modify…',
      'Another Order…',
    ]);
  });

  it('are canceling and placing again for a change of a paper order that was refused for no reason', () => {
    const attempt = attemptOf('modify', true, 'rejected', { outcome: { kind: 'refused', errcode: -5, errmsg: '' } });
    expect(story({ attempt }, look).actions).toEqual(['placeAgain']);
  });
});
