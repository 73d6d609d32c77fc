import type * as vscode from 'vscode';
import { Emitter } from '../../../app/platform/emitter';
import type { Disposable, Timers } from '../../../app/platform/ports';
import { fitTree } from '../../../domain/platform/treeChanges';
import type { KeptNode, TreeShape } from '../../../domain/platform/treeChanges';
import { neutralizeRow } from '../say/surfaces';
import type { TreeNode, TreeSource } from '../shell/shell';
import type { WaitKind } from '../../../service/requests/limits';
import { listText } from '../lists/listText';
import { silence } from '../silence';
import { dim } from './dim';
import { rowRoom } from './rowRoom';
import { waiting } from './waiting';

/** A description of one tree row. Cheap to create: nothing is drawn before the editor asks for it. */
export interface NodeModel extends TreeShape<NodeModel> {
  /** Draws the row; the tree sets its ID. */
  item(): vscode.TreeItem;
  /** Created only when the user hovers the row. */
  tooltip?(): string | vscode.MarkdownString;
  /**
   * The part of the row that is not a price, compared with `Object.is`. While its tooltip is open, the row is redrawn only if this
   * changes. If undefined, the row is always redrawn at once.
   */
  readonly steady?: unknown;
  /** The row depends on many prices: it is redrawn at most every two seconds, so that its tooltip can open at all. */
  readonly isSum?: true;
  /** Data is being loaded here: the row is redrawn when there is more to say about why that takes so long. */
  readonly loading?: WaitKind;
  /** What this program knows by itself: it is no older because the service does not answer. */
  readonly isOwn?: true;
  /** Called when the editor asks for the children: start loading them here. */
  onOpen?(): void;
  /** The argument of commands on this row. */
  readonly subject?: unknown;
}

/** Shared, because most rows are leaves. */
const nothingBelow: readonly ModelNode[] = [];

/** A row as the editor holds it: the same object for as long as its id is in the tree. */
export class ModelNode implements TreeNode, KeptNode<NodeModel, ModelNode> {
  above: ModelNode | undefined;
  below: readonly ModelNode[] = nothingBelow;

  /** @param onRead - Called when the editor is about to show the tooltip. */
  constructor(
    public shape: NodeModel,
    private readonly onRead?: (node: ModelNode) => void,
  ) {}

  get id(): string {
    return this.shape.id;
  }

  toTreeItem(): vscode.TreeItem {
    const item = this.shape.item();
    item.id = this.shape.id;
    if (silence.isOn && this.shape.isOwn !== true && item.contextValue !== 'message') dimSilent(item);
    neutralizeRow(item);
    return item;
  }

  children(): readonly TreeNode[] {
    this.shape.onOpen?.();
    return this.below;
  }

  parent(): TreeNode | undefined {
    return this.above;
  }

  resolve(item: vscode.TreeItem): vscode.TreeItem {
    if (this.shape.tooltip === undefined) return item;
    item.tooltip = this.shape.tooltip();
    neutralizeRow(item);
    this.onRead?.(this);
    return item;
  }
}

/** The editor closes the tooltip of a row that it redraws, and does not report when the pointer leaves: prices wait at most this long. */
const readingMs = 5_000;

/** Longer than the editor's delay before it opens a tooltip. */
const sumPaceMs = 2_000;

/** Of more rows at once, the editor takes long to find out which of them are above others. */
const mostRedrawn = 500;

/** The row whose tooltip is open. */
interface Reading {
  readonly node: ModelNode;
  /** The `steady` part of the row that the tooltip was made for. */
  readonly steady: unknown;
  readonly end: Disposable;
  /** The row has changed meanwhile. */
  isDue: boolean;
}

/** The tree of a view: takes descriptions, keeps the rows, and makes the editor redraw only what changed. */
export class ModelTree implements TreeSource, vscode.Disposable {
  readonly #changed = new Emitter<readonly ModelNode[] | undefined>();
  #roots: readonly ModelNode[] = [];
  #reading: Reading | undefined;
  readonly #sums = new Map<string, { isDue: boolean; readonly end: Disposable }>();
  readonly #waiting = waiting.onDidChange(() => this.#redrawLoading());
  readonly #silence = silence.onDidChange(() => this.redraw());
  readonly #room = rowRoom.onDidChange(() => this.#redrawFigures());

  /** Shared by all rows, because there may be thousands. */
  readonly #read = (node: ModelNode): void => {
    const { steady } = node.shape;
    if (this.timers === undefined || steady === undefined) return;
    const isDue = this.#reading?.node === node && this.#reading.isDue;
    if (isDue) this.#forget();
    else this.#endReading();
    this.#reading = { node, steady, end: this.timers.after(readingMs, () => this.#endReading()), isDue };
  };

  /** @param timers - For a tree of prices: a row is not redrawn while its tooltip is open. */
  constructor(private readonly timers?: Timers) {}

  readonly onDidChange: vscode.Event<readonly TreeNode[] | undefined> = (listener) => this.#changed.event((nodes) => void listener(nodes));

  roots(): readonly ModelNode[] {
    return this.#roots;
  }

  /** Sets the roots. Returns the number of rows that the editor is asked to redraw; `all` if it redraws everything. */
  show(models: readonly NodeModel[]): number | 'all' {
    const { roots, changes } = fitTree(this.#roots, models, (shape) => new ModelNode(shape, this.#read));
    this.#roots = roots;
    if (changes === 'roots') {
      this.redraw();
      return 'all';
    }
    const now = changes.filter((node) => !this.#waits(node) && !this.#isPaced(node));
    if (now.length > 0) this.#changed.fire(now);
    return now.length;
  }

  /** The first row, from the top, whose subject matches. */
  find(passes: (subject: unknown) => boolean): ModelNode | undefined {
    return firstOf(this.#roots, passes);
  }

  /** Redraws every row, for example after a change of colors. */
  redraw(): void {
    this.#forget();
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#forget();
    for (const { end } of this.#sums.values()) end.dispose();
    this.#waiting.dispose();
    this.#silence.dispose();
    this.#room.dispose();
    this.#changed.dispose();
  }

  /** The rows with figures, whose texts are as long as they have room. The others stay: while all are read again, the editor knows none of them. */
  #redrawFigures(): void {
    const figures = figuresIn(this.#roots);
    if (figures.length > mostRedrawn) this.redraw();
    else if (figures.length > 0) this.#changed.fire(figures);
  }

  #redrawLoading(): void {
    const loading = loadingIn(this.#roots);
    if (loading.length > 0) this.#changed.fire(loading);
  }

  /** True if a sum was drawn a moment ago: it is redrawn after its interval. */
  #isPaced(node: ModelNode): boolean {
    const { timers } = this;
    if (timers === undefined || node.shape.isSum !== true) return false;
    const known = this.#sums.get(node.id);
    if (known !== undefined) return (known.isDue = true);
    const pace = {
      isDue: false,
      end: timers.after(sumPaceMs, () => {
        this.#sums.delete(node.id);
        if (pace.isDue && !this.#waits(node) && !this.#isPaced(node)) this.#changed.fire([node]);
      }),
    };
    this.#sums.set(node.id, pace);
    return false;
  }

  /** True if the row is redrawn later, when its tooltip counts as closed. */
  #waits(node: ModelNode): boolean {
    const reading = this.#reading;
    if (reading?.node !== node) return false;
    if (Object.is(reading.steady, node.shape.steady)) return (reading.isDue = true);
    this.#forget();
    return false;
  }

  #endReading(): void {
    const reading = this.#reading;
    this.#forget();
    if (reading?.isDue === true) this.#changed.fire([reading.node]);
  }

  #forget(): void {
    this.#reading?.end.dispose();
    this.#reading = undefined;
  }
}

/** A row whose figures are old because the service does not answer; its commands stay. */
function dimSilent(item: vscode.TreeItem): void {
  dim(item);
  const label = item.accessibilityInformation?.label ?? listText([item.label, item.description].filter((text) => typeof text === 'string'));
  item.accessibilityInformation = { ...item.accessibilityInformation, label: listText([label, silence.text]) };
}

function figuresIn(nodes: readonly ModelNode[]): readonly ModelNode[] {
  return nodes.flatMap((node) => [...(node.below.length === 0 || node.shape.isSum === true ? [node] : []), ...figuresIn(node.below)]);
}

function loadingIn(nodes: readonly ModelNode[]): readonly ModelNode[] {
  return nodes.flatMap((node) => (node.shape.loading === undefined ? loadingIn(node.below) : [node]));
}

/** The subject of a command's argument, if that is a row of one of these trees; undefined otherwise. */
export function subjectOf(argument: unknown): unknown {
  return argument instanceof ModelNode ? argument.shape.subject : undefined;
}

function firstOf(nodes: readonly ModelNode[], passes: (subject: unknown) => boolean): ModelNode | undefined {
  for (const node of nodes) {
    const found = passes(node.shape.subject) ? node : firstOf(node.below, passes);
    if (found !== undefined) return found;
  }
  return undefined;
}
