import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { PagePanels } from '../../../../../src/ui/platform/pages/pagePanels';
import { editor } from '../../../../support/editor/editor';
import { TabInputWebview } from '../../../../support/editor/values';
import { WebviewPanel } from '../../../../support/editor/webviewPanel';

/** What the editor does when it shows a tab. */
let showTab: (group: number, index: number) => void = () => undefined;

type Serializer = vscode.WebviewPanelSerializer;

/** Pages that are identified by what they stored. */
function setUp() {
  let serializer: Serializer | undefined;
  const panels = new PagePanels({
    shell: { restorePanels: (_, given) => (serializer = given) },
    type: 'marketDesk.security',
    title: () => 'Security',
    create: (panel, stored) => ({
      panel: panel as unknown as WebviewPanel,
      stored,
      name: stored,
      setVisible: () => undefined,
      dispose: () => undefined,
    }),
  });
  /** The editor asks the extension for the page of a restored tab when it first shows it. */
  const restore = (...groups: readonly (readonly [label: string, stored: unknown, type?: string][])[]): void => {
    const awake = new Set<object>();
    for (const [at, tabs] of groups.entries())
      editor.tabGroups.push({
        viewColumn: at + 1,
        isActive: at === 0,
        tabs: tabs.map(([label, stored, type = 'marketDesk.security']) => ({
          label,
          stored,
          input: new TabInputWebview(`mainThreadWebview-${type}`),
        })),
      });
    for (const group of editor.tabGroups) for (const tab of group.tabs) Object.assign(tab, { group });
    showTab = (group, index) => {
      const tab = editor.tabGroups[group]?.tabs[index] as
        | { readonly label: string; readonly stored: unknown; readonly input: TabInputWebview }
        | undefined;
      if (tab === undefined || awake.has(tab) || !tab.input.viewType.endsWith('security')) return;
      awake.add(tab);
      const panel = Object.assign(new WebviewPanel('marketDesk.security'), { title: tab.label, viewColumn: group + 1 });
      setTimeout(() => void serializer?.deserializeWebviewPanel(panel as unknown as vscode.WebviewPanel, tab.stored), 1);
    };
  };
  return { panels, restore };
}

const named = (name: string) => ({
  isIt: (page: { readonly name: unknown }) => page.name === name,
  isTitled: (title: string) => title === name,
});

/** Shows a page while no tab wakes up. */
async function showUntilTooLate(panels: { show(): Promise<unknown> }): Promise<void> {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  setTimeout(() => limit.abort(), 1);
  await panels.show();
  vi.restoreAllMocks();
}

const created = () => editor.webviews.map(({ title, openedIn }) => ({ title, column: openedIn }));
const closed = () => editor.closedTabs.map((tab) => ('label' in tab ? tab.label : ''));

beforeEach(() => {
  for (const [at, name] of ['First', 'Second'].entries())
    editor.commands.set(`workbench.action.focus${name}EditorGroup`, () => {
      for (const [index, group] of editor.tabGroups.entries()) group.isActive = index === at;
    });
  editor.commands.set('workbench.action.openEditorAtIndex', (index) => {
    showTab(
      editor.tabGroups.findIndex(({ isActive }) => isActive),
      Number(index ?? -1),
    );
  });
});

describe('PagePanels', () => {
  it('opens one panel and then brings it to the front', async () => {
    const { panels } = setUp();
    const first = await panels.show();
    expect(await panels.show()).toBe(first);
    expect(created()).toHaveLength(1);
    expect(first.panel.revealed).toEqual([undefined]);
  });

  it('wakes a restored tab that was not shown yet instead of opening a second one', async () => {
    const { panels, restore } = setUp();
    restore([
      ['a.ts', undefined, 'other'],
      ['A', 'kept'],
    ]);
    const content = await panels.show();
    expect(content.stored).toBe('kept');
    expect(await panels.show()).toBe(content);
    expect([created(), closed()]).toEqual([[], []]);
  });

  it('goes to the group of the restored tab', async () => {
    const { panels, restore } = setUp();
    restore([['a.ts', undefined, 'other']], [['B', 'B']]);
    expect((await panels.show(named('B'))).name).toBe('B');
    expect(editor.ran.map(([id]) => id)).toEqual(['workbench.action.focusSecondEditorGroup', 'workbench.action.openEditorAtIndex']);
  });

  it('distinguishes pages of one kind, loaded or not', async () => {
    const { panels, restore } = setUp();
    restore([
      ['A', 'A'],
      ['B', 'B'],
    ]);
    const b = await panels.show(named('B'));
    const a = await panels.show(named('A'));
    expect([a.name, b.name]).toEqual(['A', 'B']);
    expect(await panels.show(named('B'))).toBe(b);
    expect(panels.contents).toEqual([b, a]);
    await panels.show(named('C'));
    expect(created()).toHaveLength(1);
  });

  it('never closes a tab that the editor restores next to an open page', async () => {
    const { panels, restore } = setUp();
    const open = await panels.show();
    restore([['A', 'A']]);
    showTab(0, 0);
    await vi.waitFor(() => expect(panels.contents).toHaveLength(2));
    expect(panels.contents).toContain(open);
  });

  it('opens a page in place of a tab that does not wake up', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'A']]);
    showTab = () => undefined;
    await showUntilTooLate(panels);
    expect(closed()).toEqual(['A']);
    expect(created()).toHaveLength(1);
  });

  it('opens a page when the tab that does not wake up was closed meanwhile', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'A']]);
    showTab = () => editor.tabGroups[0]?.tabs.splice(0);
    await showUntilTooLate(panels);
    expect(closed()).toEqual([]);
    expect(created()).toHaveLength(1);
  });

  it('leaves a tab unchanged whose page differs from its title', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'not A']]);
    const a = await panels.show(named('A'));
    expect(closed()).toEqual([]);
    expect(created()).toHaveLength(1);
    expect(panels.contents).toEqual([expect.objectContaining({ name: 'not A' }), a]);
  });

  it('doesn’t mistake an open page for an unloaded one with the same title', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'other A']], [['A', 'A']]);
    showTab(0, 0);
    await vi.waitFor(() => expect(panels.contents).toHaveLength(1));
    expect((await panels.show(named('A'))).name).toBe('A');
    expect([created(), closed()]).toEqual([[], []]);
  });

  it('keeps waiting while a click wakes another tab', async () => {
    const { panels, restore } = setUp();
    restore([
      ['A', 'A'],
      ['B', 'B'],
    ]);
    const shown = panels.show(named('B'));
    showTab(0, 0);
    expect((await shown).name).toBe('B');
    expect([created(), closed()]).toEqual([[], []]);
  });

  it('opens to the side, and leaves a page that is visible elsewhere where it is', async () => {
    const { panels } = setUp();
    const content = await panels.show({ toSide: true });
    expect(created()).toEqual([{ title: 'Security', column: -2 }]);
    content.panel.active = false;
    await panels.show({ toSide: true });
    content.panel.active = true;
    await panels.show({ toSide: true });
    expect(content.panel.revealed).toEqual([undefined, -2]);
  });

  it('opens a sleeping tab to the side', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'A']]);
    const woken = await panels.show({ ...named('A'), toSide: true });
    expect([woken.panel.revealed, created()]).toEqual([[-2], []]);
  });

  it('forgets a panel that the user closed', async () => {
    const { panels } = setUp();
    const first = await panels.show();
    first.panel.dispose();
    expect(panels.contents).toEqual([]);
    expect(await panels.show()).not.toBe(first);
  });
});
