import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../../support/editor/linkedText';
import { sayInfo, askModal } from '../../../../../src/ui/platform/say/messages';
import { askText, chooseOne } from '../../../../../src/ui/platform/say/ask';
import { createInput, createPick } from '../../../../../src/ui/platform/say/inputs';
import { cancellableProgress } from '../../../../../src/ui/platform/say/progress';
import { flash } from '../../../../../src/ui/platform/say/statusItem';
import { line } from '../../../../../src/ui/platform/say/said';
import { editor } from '../../../../support/editor/editor';

type Asked = (typeof editor.asked)[number];

const evil = 'Apple [details](command:runCommands?x) $(verified)\u202e';
const harmless = 'Apple [details] (command:runCommands?x) $ (verified)⟨U+202E⟩';

/** The list or box that is shown. */
function open<K extends Asked['kind']>(kind: K): Extract<Asked, { readonly kind: K }> {
  const shown = editor.asked.at(-1);
  if (shown?.kind !== kind) throw new Error(`no ${kind} is open`);
  return shown as Extract<Asked, { readonly kind: K }>;
}

describe('the boundary to the editor', () => {
  it('draws a notification and its buttons as text, and returns the button as it was written', async () => {
    editor.answer(harmless);
    await expect(sayInfo(evil, 'A', evil)).resolves.toBe(evil);
    expect(editor.messages).toMatchObject([{ message: harmless, buttons: ['A', harmless] }]);
  });

  it('keeps the lines of a dialog', async () => {
    await askModal('Sure?', `1\n${evil}`, 'Yes');
    expect(editor.messages).toMatchObject([{ message: 'Sure?', isModal: true, detail: `1\n${harmless}`, buttons: ['Yes'] }]);
  });

  it('returns the item of a list as it was written', async () => {
    const item = { label: evil, description: evil, detail: evil, symbol: evil };
    editor.answer(harmless);
    await expect(chooseOne([item], { title: evil, placeHolder: evil })).resolves.toBe(item);
    const drawn = { label: harmless, description: harmless, detail: harmless, symbol: evil };
    const list = open('pick');
    expect([list.title, list.placeholder(), list.staysOpen(), list.items()]).toEqual([harmless, harmless, true, [drawn]]);
  });

  it('draws prompt and validation message as text, and leaves the typed text unchanged', async () => {
    editor.leaveOpen();
    const typed = askText({ title: evil, prompt: evil, value: evil, validateInput: (text) => (text === 'wrong' ? evil : undefined) });
    const box = open('text');
    expect([box.title, box.prompt, box.value()]).toEqual([harmless, harmless, evil]);
    expect([await box.enter('wrong'), box.complaint()]).toEqual([false, harmless]);
    await box.enter('[typed](command:x)');
    expect(await typed).toBe('[typed](command:x)');
  });

  it('draws an input as text, even when it is set later', () => {
    const box = createInput();
    box.prompt = evil;
    box.validationMessage = evil;
    box.value = evil;
    box.show();
    const shown = open('text');
    expect([shown.prompt, shown.complaint(), shown.value()]).toEqual([harmless, harmless, evil]);
    box.dispose();
  });

  it('draws the items of an open list as text, and returns the original items', () => {
    const pick = createPick<{ readonly label: string; readonly symbol: string }>();
    const [first, second] = [
      { label: evil, symbol: 'a' },
      { label: 'B', symbol: 'b' },
    ];
    pick.items = [first, second];
    pick.activeItems = [first];
    pick.show();
    const list = open('pick');
    expect(list.items()).toEqual([{ ...first, label: harmless, description: undefined, detail: undefined }, second]);
    expect(list.active()[0]).toBe(list.items()[0]);
    list.choose(({ label }) => label === harmless);
    expect(pick.selectedItems[0]).toBe(first);
    expect(pick.items[1]).toBe(second);
    pick.dispose();
  });

  it('draws the title and the messages of a progress as text', async () => {
    await cancellableProgress(evil, async (_, report) => report(evil));
    expect(editor.progressed).toMatchObject([{ title: harmless, messages: [harmless] }]);
  });

  it('draws a message of the status bar as text behind an icon of its own', () => {
    flash(evil, 1_000, 'check');
    expect(editor.flashed).toEqual([`$(check) ${harmless}`]);
  });

  it('builds its own links, to which text in front cannot be added', () => {
    const text = line(['Waiting for [x', { label: 'Copy] Link', command: 'marketDesk.signIn.copyAddress' }, evil]);
    expect(linksIn(text)).toEqual([{ label: 'Copy) Link', href: 'command:marketDesk.signIn.copyAddress' }]);
  });

  it('cuts a text before the editor does', () => {
    expect(line('x'.repeat(5_000))).toHaveLength(900);
  });
});
