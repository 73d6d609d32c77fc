import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Attempt } from '../../../../src/domain/orders/orderAttempts';
import type { News } from '../../../../src/ui/orders/outcomeNews';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { attemptOf } from '../../../support/orders/requests';
import { orderNews } from '../../../support/orders/orderNews';
import { editor } from '../../../support/editor/editor';

const said = (): unknown => editor.messages.map(({ severity, message, buttons }) => [severity, message, ...buttons]);

const about = {
  root: 'r1',
  target: { service: 'https://a.example', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' },
};

describe('an event in the life of an order change', () => {
  it('is a notification with its severity and actions', async () => {
    const ran: string[] = [];
    const news = orderNews(() => undefined);
    editor.usually('Open');
    news.tell(about, {
      severity: 'error',
      message: 'No',
      actions: [{ label: 'Open', run: async () => Promise.resolve(ran.push('open')) }],
    });
    news.tell(about, { severity: 'warning', message: 'Hm' });
    news.tell(about, { severity: 'info', message: 'Yes' });
    await settle();
    expect(said()).toEqual([
      ['error', 'No', 'Open'],
      ['warning', 'Hm', 'Show Order Journal'],
      ['info', 'Yes', 'Show Order Journal'],
    ]);
    expect(ran).toEqual(['open']);
  });

  it('is marked for a paper account after its outcome', async () => {
    orderNews().tell({ ...about, target: { ...about.target, isPaper: true } }, { severity: 'info', message: 'Yes.' });
    await settle();
    expect(said()).toEqual([['info', 'Yes. Paper account.', 'Show Order Journal']]);
  });

  it('offers the journal if it offers nothing else, so that the editor shows the whole text', async () => {
    editor.answer('Show Order Journal');
    orderNews(() => undefined).tell(about, { severity: 'info', message: 'Yes' });
    await settle();
    expect(said()).toEqual([['info', 'Yes', 'Show Order Journal']]);
    expect(editor.ran).toEqual([['marketDesk.orders.showJournal']]);
  });

  it('is reported in the ticket in front, or else in one notification', () => {
    const news = orderNews(() => undefined);
    const heard: string[] = [];
    let isRead = true;
    const place = news.addPlace((_, { message }) => isRead && heard.push(message) > 0);
    news.tell(about, { severity: 'info', message: 'one' });
    news.tell(about, { severity: 'info', message: 'two' });
    isRead = false;
    news.tell(about, { severity: 'info', message: 'three' });
    isRead = true;
    place.dispose();
    news.tell(about, { severity: 'info', message: 'four' });
    expect(heard).toEqual(['one', 'two']);
    expect(said()).toEqual([
      ['info', 'three', 'Show Order Journal'],
      ['info', 'four', 'Show Order Journal'],
    ]);
  });

  it('reports an action that fails', async () => {
    const failures: unknown[] = [];
    const news = orderNews((error) => failures.push(error));
    editor.usually('Open');
    news.tell(about, {
      severity: 'info',
      message: 'x',
      actions: [{ label: 'Open', run: async () => Promise.reject(new Error('closed')) }],
    });
    await settle();
    expect(failures).toEqual([new Error('closed')]);
  });
});

describe('an accepted request', () => {
  const accepted: News = { severity: 'info', state: 'accepted', message: 'Accepted, not canceled yet.' };
  const ended: News = { severity: 'info', state: 'applied', message: 'Canceled.' };
  const waits = (): readonly string[] => [...editor.progress].map(({ title }) => title);

  it('is shown until its end, which takes its place and stays', async () => {
    const news = orderNews();
    news.tell(about, accepted);
    news.tell({ ...about, root: 'r2' }, { ...accepted, message: 'Another.' });
    expect([waits(), said()]).toEqual([['Accepted, not canceled yet.', 'Another.'], []]);
    news.tell(about, ended);
    await settle();
    expect([waits(), said()]).toEqual([['Another.'], [['info', 'Canceled.', 'Show Order Journal']]]);
    news.dispose();
    await settle();
    expect(waits()).toEqual([]);
  });

  it('goes when its end is shown in a form, or told by another window, or was told before', async () => {
    const changed = new Emitter<undefined>();
    let state: Attempt['state'] = 'accepted';
    const find = async (): Promise<Attempt> => Promise.resolve(attemptOf('cancel', false, state));
    const news = orderNews(undefined, { find, onDidChange: changed.event });
    news.tell(about, accepted);
    const form = news.addPlace(() => true);
    news.tell(about, ended);
    form.dispose();
    await settle();
    expect(waits()).toEqual([]);
    news.tell(about, accepted);
    changed.fire(undefined);
    await settle();
    expect(waits()).toEqual(['Accepted, not canceled yet.']);
    state = 'applied';
    changed.fire(undefined);
    await settle();
    expect(waits()).toEqual([]);
    news.tell(about, accepted);
    await settle();
    expect([waits(), said()]).toEqual([[], []]);
  });

  it('stays as the last word if nothing shows its end', async () => {
    const time = new FakeTime();
    const news = orderNews(undefined, undefined, time);
    news.tell(about, accepted);
    await time.advance(119_000);
    expect(said()).toEqual([]);
    await time.advance(2_000);
    await settle();
    expect([waits(), said()]).toEqual([[], [['info', 'Accepted, not canceled yet.', 'Show Order Journal']]]);
  });
});
