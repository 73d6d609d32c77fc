import { beforeEach, describe, expect, it, vi } from 'vitest';
import { linksIn } from '../../../../support/editor/linkedText';

/** Records what the editor is given to draw, and answers with the last button or item. */
interface Editor {
  drawn: unknown[];
  pick: Record<string, unknown>;
  box: Record<string, unknown>;
}

const editor = vi.hoisted((): Editor => ({ drawn: [], pick: {}, box: {} }));
vi.mock('vscode', async () => {
  const values = await import('../../../../support/editor/fakeVscode');
  const show = async (...parts: readonly unknown[]): Promise<unknown> => {
    editor.drawn.push(parts);
    return Promise.resolve(parts.at(-1));
  };
  return {
    ...values,
    window: {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      showQuickPick: async (items: readonly unknown[], options: unknown) => {
        editor.drawn.push([items, options]);
        return Promise.resolve(items[0]);
      },
      showInputBox: async (options: { validateInput?: (text: string) => unknown }) => {
        editor.drawn.push([options, options.validateInput?.('typed')]);
        return Promise.resolve('[typed](command:x)');
      },
      createQuickPick: () => editor.pick,
      createInputBox: () => editor.box,
      withProgress: async (options: unknown, run: (progress: object, token: object) => Promise<unknown>) => {
        editor.drawn.push(options);
        const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
        return run({ report: (said: unknown) => editor.drawn.push(said) }, token);
      },
      setStatusBarMessage: (text: string) => editor.drawn.push(text),
    },
  };
});
const { sayInfo, askModal } = await import('../../../../../src/ui/platform/say/messages');
const { askText, chooseOne } = await import('../../../../../src/ui/platform/say/ask');
const { createInput, createPick } = await import('../../../../../src/ui/platform/say/inputs');
const { cancellableProgress } = await import('../../../../../src/ui/platform/say/progress');
const { flash } = await import('../../../../../src/ui/platform/say/statusItem');
const { line } = await import('../../../../../src/ui/platform/say/said');

const evil = 'Apple [details](command:runCommands?x) $(verified)\u202e';
const harmless = 'Apple [details] (command:runCommands?x) $ (verified)⟨U+202E⟩';

beforeEach(() => {
  editor.drawn = [];
  editor.pick = {};
  editor.box = {};
});

describe('the boundary to the editor', () => {
  it('draws a notification and its buttons as text, and returns the button as it was written', async () => {
    await expect(sayInfo(evil, 'A', evil)).resolves.toBe(evil);
    expect(editor.drawn).toEqual([[harmless, 'A', harmless]]);
  });

  it('keeps the lines of a dialog', async () => {
    await askModal('Sure?', `1\n${evil}`, 'Yes');
    expect(editor.drawn).toEqual([['Sure?', { modal: true, detail: `1\n${harmless}` }, 'Yes']]);
  });

  it('returns the item of a list as it was written', async () => {
    const item = { label: evil, description: evil, detail: evil, symbol: evil };
    await expect(chooseOne([item], { title: evil, placeHolder: evil })).resolves.toBe(item);
    const drawn = { label: harmless, description: harmless, detail: harmless, symbol: evil };
    expect(editor.drawn).toEqual([[[drawn], { title: harmless, placeHolder: harmless, ignoreFocusOut: true }]]);
  });

  it('draws prompt and validation message as text, and leaves the typed text unchanged', async () => {
    const typed = await askText({ title: evil, prompt: evil, value: evil, validateInput: () => evil });
    expect(typed).toBe('[typed](command:x)');
    expect(editor.drawn).toEqual([[expect.objectContaining({ title: harmless, prompt: harmless, value: evil }), harmless]]);
  });

  it('draws an input as text, even when it is set later', () => {
    const box = createInput();
    box.prompt = evil;
    box.validationMessage = evil;
    box.value = evil;
    expect(editor.box).toEqual({ prompt: harmless, validationMessage: harmless, value: evil });
  });

  it('draws the items of an open list as text, and returns the original items', () => {
    const pick = createPick<{ readonly label: string; readonly symbol: string }>();
    const [first, second] = [
      { label: evil, symbol: 'a' },
      { label: 'B', symbol: 'b' },
    ];
    pick.items = [first, second];
    pick.activeItems = [first];
    expect(editor.pick['items']).toEqual([{ ...first, label: harmless, description: undefined, detail: undefined }, second]);
    const [drawn] = editor.pick['items'] as readonly unknown[];
    expect((editor.pick['activeItems'] as readonly unknown[])[0]).toBe(drawn);
    editor.pick['selectedItems'] = [drawn];
    expect(pick.selectedItems[0]).toBe(first);
    expect(pick.items[1]).toBe(second);
  });

  it('draws the title and the messages of a progress as text', async () => {
    await cancellableProgress(evil, async (_, report) => report(evil));
    expect(editor.drawn).toEqual([expect.objectContaining({ title: harmless }), { message: harmless }]);
  });

  it('draws a message of the status bar as text behind an icon of its own', () => {
    flash(evil, 1_000, 'check');
    expect(editor.drawn).toEqual([`$(check) ${harmless}`]);
  });

  it('builds its own links, to which text in front cannot be added', () => {
    const text = line(['Waiting for [x', { label: 'Copy] Link', command: 'marketDesk.signIn.copyAddress' }, evil]);
    expect(linksIn(text)).toEqual([{ label: 'Copy) Link', href: 'command:marketDesk.signIn.copyAddress' }]);
  });

  it('cuts a text before the editor does', () => {
    expect(line('x'.repeat(5_000))).toHaveLength(900);
  });
});
