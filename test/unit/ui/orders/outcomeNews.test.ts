import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/machine/fakeTime';
import { OutcomeNews } from '../../../../src/ui/orders/outcomeNews';
import { editor } from '../../../support/editor/editor';

const said = (): unknown => editor.messages.map(({ severity, message, buttons }) => [severity, message, ...buttons]);

const about = {
  root: 'r1',
  target: { service: 'https://a.example', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' },
};

describe('an event in the life of an order change', () => {
  it('is a notification with its severity and actions', async () => {
    const ran: string[] = [];
    const news = new OutcomeNews(() => undefined);
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

  it('is marked for a paper account after its outcome, and with a beaker in the status bar', async () => {
    const news = new OutcomeNews(() => undefined);
    const paper = { ...about, target: { ...about.target, isPaper: true } };
    news.tell(paper, { severity: 'info', message: 'Yes.' });
    news.tell(paper, { severity: 'info', message: 'OK-1 is canceled', brief: 'check-all' });
    news.tell(about, { severity: 'info', message: 'OK-2 is canceled', brief: 'check-all' });
    await settle();
    expect(said()).toEqual([['info', 'Yes. Paper account.', 'Show Order Journal']]);
    expect(editor.flashed).toEqual(['$(beaker) OK-1 is canceled (paper)', '$(check-all) OK-2 is canceled']);
  });

  it('offers the journal if it offers nothing else, so that the editor shows the whole text', async () => {
    editor.answer('Show Order Journal');
    new OutcomeNews(() => undefined).tell(about, { severity: 'info', message: 'Yes' });
    await settle();
    expect(said()).toEqual([['info', 'Yes', 'Show Order Journal']]);
    expect(editor.ran).toEqual([['marketDesk.orders.showJournal']]);
  });

  it('is reported in the ticket in front, or else in one notification', () => {
    const news = new OutcomeNews(() => undefined);
    const heard: string[] = [];
    let isRead = true;
    const place = news.addPlace((_, { message }) => isRead && heard.push(message) > 0);
    news.tell(about, { severity: 'info', message: 'one' });
    news.tell(about, { severity: 'info', message: 'two', brief: 'check-all' });
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

  it('is in the status bar when it is brief, and disappears when another one comes', () => {
    const news = new OutcomeNews(() => undefined);
    news.tell(about, { severity: 'info', message: 'OK-1 is now 200', brief: 'check-all' });
    news.tell(about, { severity: 'info', message: 'OK-2 is now 300', brief: 'unlock' });
    expect(editor.flashed).toEqual(['$(check-all) OK-1 is now 200', '$(unlock) OK-2 is now 300']);
    expect([editor.flashing, said()]).toEqual([['$(unlock) OK-2 is now 300'], []]);
  });

  it('reports an action that fails', async () => {
    const failures: unknown[] = [];
    const news = new OutcomeNews((error) => failures.push(error));
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
