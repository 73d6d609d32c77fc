import * as vscode from 'vscode';
import { movePlates } from '../../domain/plates/plateId';
import type { TreeNode } from '../platform/shell/shell';
import { subjectOf } from '../platform/trees/treeModel';
import { PlateSubject } from './plateRows';

const mime = 'application/vnd.code.tree.marketdesk.plates';

/** Drag and drop of plates: dropping on a plate inserts the dragged ones before it, elsewhere at the end. */
export function plateOrderControl(
  ids: () => readonly string[],
  write: (ids: readonly string[]) => Promise<void>,
): vscode.TreeDragAndDropController<TreeNode> {
  return {
    dragMimeTypes: [mime],
    dropMimeTypes: [mime],
    handleDrag: (nodes, data) => {
      const dragged = nodes.map(plateOf).filter((id) => id !== undefined);
      if (dragged.length > 0) data.set(mime, new vscode.DataTransferItem(JSON.stringify(dragged)));
    },
    handleDrop: async (target, data) => {
      const text = await data.get(mime)?.asString();
      if (text === undefined) return;
      const dragged: unknown = JSON.parse(text);
      if (!Array.isArray(dragged)) return;
      const before = ids();
      const after = movePlates(
        before,
        dragged.filter((id) => typeof id === 'string'),
        target === undefined ? undefined : plateOf(target),
      );
      if (after !== before) await write(after);
    },
  };
}

function plateOf(node: TreeNode): string | undefined {
  const subject = subjectOf(node);
  return subject instanceof PlateSubject ? subject.plateId : undefined;
}
