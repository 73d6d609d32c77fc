import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';

class TabInputWebview {
  constructor(readonly viewType: string) {}
}

interface FakeTab {
  readonly label: string;
  readonly input: TabInputWebview;
  readonly stored: unknown;
  group: FakeGroup;
}
interface FakeGroup {
  readonly viewColumn: number;
  isActive: boolean;
  readonly tabs: FakeTab[];
}

interface FakeEditor {
  groups: FakeGroup[];
  readonly executed: string[];
  readonly closed: string[];
  readonly created: { readonly title: string; readonly column: number }[];
  /** What the editor does when it shows a tab. */
  showTab: (group: number, index: number) => void;
}

const editor = vi.hoisted((): FakeEditor => ({
  groups: [],
  executed: [],
  closed: [],
  created: [],
  showTab: () => undefined,
}));

vi.mock('vscode', () => ({
  TabInputWebview,
  ViewColumn: { Active: -1, Beside: -2 },
  window: {
    createWebviewPanel: (_type: string, title: string, column: number) => {
      editor.created.push({ title, column });
      return panelOf(title);
    },
    tabGroups: {
      get all() {
        return editor.groups;
      },
      close: async (tab: FakeTab) => {
        if (!tab.group.tabs.includes(tab)) throw new Error('Tab close: Invalid tab not found!');
        editor.closed.push(tab.label);
        return true;
      },
    },
  },
  commands: {
    executeCommand: async (command: string, index?: number) => {
      editor.executed.push(command);
      const focused = /^workbench\.action\.focus(First|Second)EditorGroup$/.exec(command);
      if (focused !== null) for (const [at, group] of editor.groups.entries()) group.isActive = at === (focused[1] === 'First' ? 0 : 1);
      if (command === 'workbench.action.openEditorAtIndex')
        editor.showTab(
          editor.groups.findIndex(({ isActive }) => isActive),
          index ?? -1,
        );
    },
  },
}));

const { PagePanels } = await import('../../../../../src/ui/platform/pages/pagePanels');

interface FakePanel {
  title: string;
  viewColumn: number;
  visible: boolean;
  active: boolean;
  readonly revealed: (number | undefined)[];
  close(): void;
}

function panelOf(title: string, viewColumn = 1): FakePanel & vscode.WebviewPanel {
  const ends: (() => void)[] = [];
  const panel = {
    title,
    viewColumn,
    visible: true,
    active: true,
    revealed: [] as (number | undefined)[],
    reveal: (column?: number) => void panel.revealed.push(column),
    onDidChangeViewState: () => ({ dispose: () => undefined }),
    onDidDispose: (end: () => void) => {
      ends.push(end);
      return { dispose: () => undefined };
    },
    dispose: () => panel.close(),
    close: () => {
      for (const end of ends.splice(0)) end();
    },
  };
  return panel as unknown as FakePanel & vscode.WebviewPanel;
}

type Serializer = vscode.WebviewPanelSerializer;

/** Pages that are identified by what they stored. */
function setUp() {
  let serializer: Serializer | undefined;
  const panels = new PagePanels({
    shell: { restorePanels: (_, given) => (serializer = given) },
    type: 'marketDesk.security',
    title: () => 'Security',
    create: (panel, stored) => ({
      panel: panel as unknown as FakePanel,
      stored,
      name: stored,
      setVisible: () => undefined,
      dispose: () => undefined,
    }),
  });
  /** The editor asks the extension for the page of a restored tab when it first shows it. */
  const restore = (...groups: readonly (readonly [label: string, stored: unknown, type?: string][])[]): void => {
    const awake = new Set<FakeTab>();
    editor.groups = groups.map((tabs, at) => {
      const group: FakeGroup = { viewColumn: at + 1, isActive: at === 0, tabs: [] };
      for (const [label, stored, type = 'marketDesk.security'] of tabs)
        group.tabs.push({ label, stored, input: new TabInputWebview(`mainThreadWebview-${type}`), group });
      return group;
    });
    editor.showTab = (group, index) => {
      const tab = editor.groups[group]?.tabs[index];
      if (tab === undefined || awake.has(tab) || !tab.input.viewType.endsWith('security')) return;
      awake.add(tab);
      setTimeout(() => void serializer?.deserializeWebviewPanel(panelOf(tab.label, group + 1), tab.stored), 1);
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

beforeEach(() => {
  editor.groups = [];
  editor.executed.length = 0;
  editor.closed.length = 0;
  editor.created.length = 0;
});

describe('PagePanels', () => {
  it('opens one panel and then brings it to the front', async () => {
    const { panels } = setUp();
    const first = await panels.show();
    expect(await panels.show()).toBe(first);
    expect(editor.created).toHaveLength(1);
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
    expect([editor.created, editor.closed]).toEqual([[], []]);
  });

  it('goes to the group of the restored tab', async () => {
    const { panels, restore } = setUp();
    restore([['a.ts', undefined, 'other']], [['B', 'B']]);
    expect((await panels.show(named('B'))).name).toBe('B');
    expect(editor.executed).toEqual(['workbench.action.focusSecondEditorGroup', 'workbench.action.openEditorAtIndex']);
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
    expect(editor.created).toHaveLength(1);
  });

  it('never closes a tab that the editor restores next to an open page', async () => {
    const { panels, restore } = setUp();
    const open = await panels.show();
    restore([['A', 'A']]);
    editor.showTab(0, 0);
    await vi.waitFor(() => expect(panels.contents).toHaveLength(2));
    expect(panels.contents).toContain(open);
  });

  it('opens a page in place of a tab that does not wake up', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'A']]);
    editor.showTab = () => undefined;
    await showUntilTooLate(panels);
    expect(editor.closed).toEqual(['A']);
    expect(editor.created).toHaveLength(1);
  });

  it('opens a page when the tab that does not wake up was closed meanwhile', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'A']]);
    editor.showTab = () => editor.groups[0]?.tabs.splice(0);
    await showUntilTooLate(panels);
    expect(editor.closed).toEqual([]);
    expect(editor.created).toHaveLength(1);
  });

  it('leaves a tab unchanged whose page differs from its title', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'not A']]);
    const a = await panels.show(named('A'));
    expect(editor.closed).toEqual([]);
    expect(editor.created).toHaveLength(1);
    expect(panels.contents).toEqual([expect.objectContaining({ name: 'not A' }), a]);
  });

  it('doesn’t mistake an open page for an unloaded one with the same title', async () => {
    const { panels, restore } = setUp();
    restore([['A', 'other A']], [['A', 'A']]);
    editor.showTab(0, 0);
    await vi.waitFor(() => expect(panels.contents).toHaveLength(1));
    expect((await panels.show(named('A'))).name).toBe('A');
    expect([editor.created, editor.closed]).toEqual([[], []]);
  });

  it('keeps waiting while a click wakes another tab', async () => {
    const { panels, restore } = setUp();
    restore([
      ['A', 'A'],
      ['B', 'B'],
    ]);
    const shown = panels.show(named('B'));
    editor.showTab(0, 0);
    expect((await shown).name).toBe('B');
    expect([editor.created, editor.closed]).toEqual([[], []]);
  });

  it('opens to the side, and leaves a page that is visible elsewhere where it is', async () => {
    const { panels } = setUp();
    const content = await panels.show({ toSide: true });
    expect(editor.created).toEqual([{ title: 'Security', column: -2 }]);
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
    expect([woken.panel.revealed, editor.created]).toEqual([[-2], []]);
  });

  it('forgets a panel that the user closed', async () => {
    const { panels } = setUp();
    const first = await panels.show();
    first.panel.close();
    expect(panels.contents).toEqual([]);
    expect(await panels.show()).not.toBe(first);
  });
});
